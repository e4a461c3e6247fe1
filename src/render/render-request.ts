import type { ResultFormat } from './formats/result-format.ts'
import type { RenderOptions } from './render-options.ts'

/** A file that is written, or compared with what would be written. */
export interface WantedResult {
  readonly file: string
  readonly format: ResultFormat
  readonly isCheck: boolean
}

/** One call of `render`. */
export interface RenderRequest extends RenderOptions {
  /** A file's name; null: standard input. */
  readonly trace: string | null
  readonly results: readonly WantedResult[]
  /** The values of `--redact` as they were typed; empty: every class is redacted. null: nothing is. */
  readonly redact: readonly string[] | null
}
