import type { WantedFile } from './files/result-files.ts'
import type { ResultFormat } from './formats/result-format.ts'
import type { RenderOptions } from './formats/render-options.ts'

export interface WantedResult extends WantedFile {
  readonly format: ResultFormat
}

/** One call of `render`. */
export interface RenderRequest extends RenderOptions {
  /** A file's name; null: standard input. */
  readonly trace: string | null
  readonly results: readonly WantedResult[]
  /** The values of `--redact` as they were typed; empty: every class is redacted. null: nothing is. */
  readonly redact: readonly string[] | null
}
