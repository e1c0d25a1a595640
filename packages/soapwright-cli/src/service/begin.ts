/** Calls the operation and prints the result. A list is printed item by item, on arrival. Rejects with the call's error. */
export const callAndPrint: typeof import("./call-and-print").callAndPrint = async (...call) => {
  // Help and completion load nothing that makes calls.
  const loaded = await import("./call-and-print");
  return loaded.callAndPrint(...call);
};
