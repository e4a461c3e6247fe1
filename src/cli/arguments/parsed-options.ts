import type { Settings } from '../configuration/settings.ts'
import type { OptionSpec } from './option-spec.ts'

/** The parsed options of a command line, of any command. */
export interface ParsedOptions {
  readonly settings: Settings
  /** All options in the order they were typed. */
  readonly typed: readonly TypedOption[]
}

export interface TypedOption {
  readonly spec: OptionSpec
  /** As typed; '' for a switch. */
  readonly value: string
}

/** All values of an option, in order. */
export function valuesOf({ typed }: ParsedOptions, name: string): readonly string[] {
  return typed.flatMap(({ spec, value }) => (spec.name === name ? [value] : []))
}

/** The last value of an option; null if it is missing. */
export function lastValue(given: ParsedOptions, name: string): string | null {
  return valuesOf(given, name).at(-1) ?? null
}

export function hasOption({ typed }: ParsedOptions, name: string): boolean {
  return typed.some(({ spec }) => spec.name === name)
}
