// Of lean-qr 2.7.4, https://github.com/davidje13/lean-qr: what the page uses.

export const correction: { L: number; M: number; Q: number; H: number };
export function generate(data: string, options?: { minCorrectionLevel?: number }): { size: number; get(x: number, y: number): boolean };
