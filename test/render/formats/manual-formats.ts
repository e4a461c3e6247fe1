import type { FormatOptionEntry, ResultFormat } from '../../../src/render/formats/result-format.ts'
import { codeIn, manualTable } from '../../support/manual.ts'

/** Differences between the table of endings in `manual/recording.md` and the formats. */
export function wrongInManual(formats: readonly ResultFormat[]): readonly string[] {
  const rows = manualTable('ending').map(([ending = '', words = '']) => ({
    endings: codeIn(ending).map((each) => each.slice(1)),
    options: codeIn(words).flatMap((code) => /^--([a-z-]+)/.exec(code)?.[1] ?? []),
  }))
  const listed = rows.flatMap(({ endings }) => endings)
  const known = formats.map(({ ending }) => ending)
  const someFormats = new Set(formats.flatMap(optionNamesOf))
  return [
    ...known.filter((ending) => !listed.includes(ending)).map((ending) => `.${ending} has no row`),
    ...listed.filter((ending) => !known.includes(ending)).map((ending) => `.${ending} is no format`),
    ...rows.flatMap(({ endings, options }) =>
      options
        .filter((option) => someFormats.has(option))
        .flatMap((option) =>
          formats
            .filter((format) => endings.includes(format.ending) && !optionNamesOf(format).includes(option))
            .map(({ ending }) => `.${ending} does not take --${option}`),
        ),
    ),
  ]
}

/** The options of a format that not all formats take. */
export function optionNamesOf({ options }: ResultFormat): readonly string[] {
  return options.map((entry: FormatOptionEntry) => (typeof entry === 'string' ? entry : entry.option))
}
