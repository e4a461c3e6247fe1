import { parse, type ParseError } from 'jsonc-parser'

/** A JSON text with comments and final commas, as editors write their settings. null: it is none, or nested too deeply. Never throws. */
export function readCommentedJson(text: string): { readonly value: unknown } | null {
  const errors: ParseError[] = []
  try {
    const value = parse(text, errors, { allowTrailingComma: true }) as unknown
    return errors.length === 0 && value !== undefined ? { value } : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
