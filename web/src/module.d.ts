// What the compiled module exports: JSON texts in, JSON texts out (src/contract.ts has their types).
export default function init(options: { module_or_path: URL | string }): Promise<unknown>;
export function about(): string;
export function words(lang: string): string;
export function catalogue(lang: string): string;
export function put(name: string, bytes: Uint8Array): string;
export function arrange(state: string): string;
export function fits(state: string, device: string): string;
export function best(state: string): string;
export function export_machine(state: string): string;
export function export_card(state: string): string;
export function export_notes(state: string): string;
