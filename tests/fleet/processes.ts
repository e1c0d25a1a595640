export async function processesTable(_seed: number): Promise<boolean> { return true; }
