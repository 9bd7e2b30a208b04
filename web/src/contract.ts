// What the page and the module say to each other. The module decides every number and sentence;
// the raw numbers beside texts are only for drawing to scale.

export type Language = "en" | "ja";

export type Source =
  | { catalog: string }
  | { example: string }
  /** `text` is the file itself where it is a machine file small enough to travel in a link. */
  | { file: string; text?: string };

export interface ArrayChoice {
  level: string;
  /** Empty for the operating system's own. */
  engine: string;
  chunk: string | null;
  members: string[];
}

/** What a link holds. Keys of later versions are kept as they are. */
export interface State {
  v: 1;
  lang: Language;
  source: Source | null;
  cpu: string | null;
  add: string[];
  /** Slot of a device; `null` keeps it in no slot. */
  pins: Record<string, string | null>;
  /** Devices that the source brings and the user took out. */
  without: string[];
  set: Record<string, string>;
  want: string[];
  array: ArrayChoice | null;
  workload: string | null;
  os: "windows" | "linux" | null;
}

export interface Failure {
  error: { message: string; help?: string | null };
}

export interface About {
  version: string;
  build: string;
  /** The day of the catalogue's last change. */
  catalogue?: string | null;
  /** Bytes of the largest file that `put` takes. */
  most_bytes?: number;
}

export interface Board {
  id: string;
  title: string;
  socket: string | null;
  chipset: string | null;
  maker: string;
  /** What people look for it by. */
  called?: string;
}
export interface Processor {
  id: string;
  title: string;
  sockets: string[];
  /** What people call it. */
  called?: string;
}
export interface Model {
  id: string;
  title: string;
  kind: string;
  called?: string;
}
export interface Example {
  id: string;
  title: string;
  found: string | null;
  state: Record<string, unknown>;
}
export interface Titled {
  id: string;
  title: string;
}
export interface Catalogue {
  boards: Board[];
  processors: Processor[];
  devices: Model[];
  examples: Example[];
  workloads: Titled[];
  raid: { levels: Titled[]; engines: Titled[]; chunks: Titled[] };
}

export interface Dropped {
  name: string;
  kind: string;
  title: string;
}

/** A rate as people read it, and as it is drawn. */
export interface Rate {
  text: string;
  bytes_per_s: number;
}

export interface Link {
  text: string;
  carries?: Rate | null;
  flow?: Rate | null;
  busy?: number | null;
  busy_text?: string | null;
  bottleneck?: boolean;
}

export interface Lanes {
  text: string;
  taken: number;
  filled: number;
  most: number | null;
  over?: boolean;
}

/** A box of the lane map that others hang on. */
export interface Place {
  id: string;
  kind: string;
  title: string;
  under: string | null;
  link?: Link | null;
  lanes?: Lanes | null;
}

export interface Slot {
  id: string;
  title: string;
  /** The place that it hangs on; none where it is unknown. */
  under: string | null;
  kind: string;
  group?: string;
  /** Its mechanical form, as machine files spell it. */
  form?: string | null;
  /** Its row among the slots for cards, counted from the processor. */
  row?: number | null;
  /** That a thick card in another slot covers it. */
  covered?: string | null;
  /** The slot with the carrier that it is a bay of. */
  within?: string | null;
  generation?: number | string | null;
  lanes?: number | null;
  link?: Link | null;
  shares: string[];
  /** Why nothing works in it at present. */
  off: string | null;
  holds: string | null;
}

export interface Device {
  id: string;
  title: string;
  model?: string | null;
  kind: string;
  slot: string | null;
  /** What it could do. */
  alone?: Rate | null;
  together?: Rate | null;
  /** `of 2.00 GB/s`. */
  of_text?: string | null;
  loss_text?: string | null;
  limit?: string | null;
  movable?: boolean;
  /** The place that a device without a slot hangs on. */
  under?: string | null;
  /** Which entry of `State.add` brought it. */
  added?: number | null;
}

export interface Headline {
  title: string;
  text?: string | null;
  figures: { value: string; label: string; alert?: boolean }[];
  advice?: string | null;
}

export type Verdict = "yes" | "no" | "unknown" | "contradicted";
export interface Feasible {
  what: string;
  verdict: Verdict;
  reason: string;
}
export interface Choice {
  id: string;
  title: string;
  ok?: boolean;
  reason?: string | null;
}
export interface Setting {
  name: string;
  value: string | null;
  values: string[];
  text: string;
  why?: string | null;
}
export interface ArrayView {
  title: string;
  figures: (Rate & { title: string; limit?: string | null })[];
  capacity?: string | null;
  survives?: string | null;
  feasibility?: { engine: string; verdict: Verdict; reason: string }[];
  notes?: string[];
}

export interface View {
  title: string;
  board?: string | null;
  processor?: string | null;
  places: Place[];
  slots: Slot[];
  devices: Device[];
  headline?: Headline | null;
  picture?: { wide: string; narrow: string } | null;
  bottleneck?: string | null;
  settings: (Setting | string)[];
  feasibility: Feasible[];
  notes: string[];
  unplaced: string[];
  array?: ArrayView | null;
  arrays_possible?: { levels: Choice[]; engines: Choice[]; chunks: Choice[] } | null;
}

export interface Fit {
  slot: string;
  ok: boolean;
  reason: string | null;
  text?: string | null;
  lanes?: number | null;
  taken_by?: string | null;
  /** What has to go in between. */
  adapter?: string | null;
}
export interface Fits {
  slots: Fit[];
}

export interface Trade {
  text: string;
  want: string[];
  pins?: Record<string, string | null>;
  set?: Record<string, string>;
  rate?: Rate | null;
  lanes?: { text: string; number: number } | null;
  current?: boolean;
}
export interface Best {
  pins: Record<string, string | null>;
  set?: Record<string, string>;
  text: string[];
  gain?: string | null;
  proof?: string | null;
  moves?: string[];
  contradiction?: string[] | null;
  trades: Trade[];
  /** There is nothing to choose. */
  isFixed?: boolean;
}

export interface TextFile {
  name: string;
  text?: string;
  svg?: string;
}

/** Each function of the module, by what it takes and gives. */
export interface Calls {
  about: { takes: []; gives: About };
  words: { takes: [Language]; gives: Record<string, string> };
  catalogue: { takes: [Language]; gives: Catalogue };
  put: { takes: [string, Uint8Array]; gives: Dropped };
  arrange: { takes: [State]; gives: View };
  fits: { takes: [State, string]; gives: Fits };
  best: { takes: [State]; gives: Best };
  export_machine: { takes: [State]; gives: TextFile };
  export_card: { takes: [State]; gives: TextFile };
  export_notes: { takes: [State]; gives: TextFile };
}
export type Call = keyof Calls;
