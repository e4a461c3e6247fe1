import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

export type GlyphFile = 'letters' | 'ideographs' | 'hangul' | 'emoji'

/** Reads what `.tools/make-glyphs.mjs` wrote. The files stand beside the code, in the package too (`.tools/build.mjs`). */
export function readGlyphBytes(file: GlyphFile): Uint8Array {
  return brotliDecompressSync(readFileSync(new URL(`glyphs/${file}.bin`, import.meta.url)))
}
