export async function outageTable(_seed: number): Promise<boolean> { return true; }
