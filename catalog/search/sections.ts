/**
 * Kind of content of a section of a file: bytes, whole numbers of four bytes, or fractions of eight; the lowest byte
 * first.
 */
export type SearchSection = 'bytes' | 'numbers' | 'floats';

export type SectionArray = Uint8Array | Uint32Array | Float64Array;

const MAKERS = { bytes: Uint8Array, numbers: Uint32Array, floats: Float64Array } as const;

interface Head {
  readonly version: number;
  /** Digest of the catalog that the sections were made from. */
  readonly digest: string;
  readonly products: number;
  /** The number of bytes of each section. */
  readonly lengths: readonly number[];
}

/** Sections begin at a multiple of it. */
const ALIGNMENT = 8;
const aligned = (length: number) => Math.ceil(length / ALIGNMENT) * ALIGNMENT;
/** The length of the head, in eight digits, stands first. */
const HEAD_LENGTH = 8;

/** The head of a file and what comes before its first section. */
export function headBytes(head: Head): Uint8Array {
  const text = JSON.stringify(head);
  const length = aligned(Buffer.byteLength(text) + HEAD_LENGTH);
  return Buffer.from(`${String(length).padStart(HEAD_LENGTH, '0')}${text}`.padEnd(length));
}

/** The sections of a file one after the other, with what is between them. */
export function* sectionBytes(sections: readonly SectionArray[]): Generator<Uint8Array> {
  for (const { buffer, byteOffset, byteLength } of sections) {
    yield new Uint8Array(buffer, byteOffset, byteLength);
    yield new Uint8Array(aligned(byteLength) - byteLength);
  }
}

/** The head of a file; null where the bytes are no such file, or not all of it. */
export function readHead(file: ArrayBufferLike): Head | null {
  const bytes = Buffer.from(file);
  const length = Number(bytes.toString('latin1', 0, HEAD_LENGTH));
  if (!(length > HEAD_LENGTH && length <= bytes.length)) return null;
  try {
    const head = JSON.parse(bytes.toString('utf8', HEAD_LENGTH, length)) as Head;
    const total = head.lengths.reduce((sum, one) => sum + aligned(one), length);
    return total === bytes.length ? head : null;
  } catch {
    return null;
  }
}

/** The sections of a file with this head, as they lie in it. */
export function sectionsOf(file: ArrayBufferLike, { lengths }: Head, kinds: readonly SearchSection[]): SectionArray[] {
  let at = Number(Buffer.from(file).toString('latin1', 0, HEAD_LENGTH));
  return kinds.map((kind, place) => {
    const length = lengths[place] as number;
    const section = new MAKERS[kind](file as ArrayBuffer, at, length / MAKERS[kind].BYTES_PER_ELEMENT);
    at += aligned(length);
    return section;
  });
}
