import { dirname } from "node:path";
import { permit } from "../remedy";
import { isInside, LoadProblem, realPath } from "./file-source";
import type { LoadTerms } from "./load-options";
import { isBelow, isSameOrigin, type Location, shownAddress, shownLocation } from "./location";

/** The folders and addresses that documents may be read from. */
export class AllowedPlaces {
  /** The root's folder and the folders of files from a catalog. */
  readonly #folders = new Set<string>();
  /** The address of a remote root, before and after redirects. */
  readonly #addresses = new Set<string>();

  constructor(private readonly terms: Pick<LoadTerms, "allowOutside" | "allowRemote">) {}

  allowAddress(url: string): void {
    this.#addresses.add(url);
  }

  allowFolderOf(path: string): void {
    const folder = dirname(path);
    this.#folders.add(folder);
    this.#folders.add(realPath(folder, shownLocation({ kind: "file", path: folder })));
  }

  /** @throws LoadProblem with `mayBeElsewhere`, because a document of the network may be optional. */
  expectAddress(url: string): void {
    const { allowRemote, allowOutside } = this.terms;
    const roots = [...this.#addresses];
    if (allowRemote || roots.some((root) => isBelow(url, root))) return;
    const isNear = roots.some((root) => isSameOrigin(url, root));
    if (isNear && allowOutside) return;
    const shown = shownAddress(url);
    if (isNear) {
      const hint = permit(
        "allow it with --allow-outside, or map it to a file with --catalog",
        "--allow-outside",
        "--catalog",
      );
      throw new LoadProblem("address-outside", `${shown} is outside the folder of the WSDL`, hint, true);
    }
    const text = "map it to a file with --catalog, or allow the network with --allow-remote";
    const hint = permit(text, "--catalog", "--allow-remote");
    throw new LoadProblem(
      "network-not-allowed",
      `${shown} is not read: ${roots.length > 0 ? "another host" : "no network"}`,
      hint,
      true,
    );
  }

  /** @throws LoadProblem unless the file is in an allowed folder, or in one of `further`. */
  expectFile(location: Location & { readonly kind: "file" }, further: readonly string[] = []): void {
    if (this.terms.allowOutside) return;
    const shown = shownLocation(location);
    const folders = [...this.#folders, ...further, ...further.map((folder) => realPath(folder, folder))];
    const inside = (path: string) => folders.some((folder) => isInside(path, folder));
    // The path is checked alone first, so that no message discloses which files exist elsewhere.
    if (inside(location.path) && inside(realPath(location.path, shown))) return;
    const hint = permit(
      "allow it with --allow-outside, or map it to a file with --catalog",
      "--allow-outside",
      "--catalog",
    );
    throw new LoadProblem("file-outside", `file ${shown} is outside the folder of the WSDL`, hint);
  }
}
