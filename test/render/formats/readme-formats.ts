import type { HeardOption, ResultFormat } from '../../../src/render/formats/result-format.ts'
import { codeIn, readmeTable } from '../../support/readme.ts'

/** Where the README's table of endings does not say what the formats say of themselves: nowhere, that is. */
export function wrongInReadme(formats: readonly ResultFormat[]): readonly string[] {
  const rows = readmeTable('ending').map(([ending = '', words = '']) => ({
    endings: codeIn(ending).map((each) => each.slice(1)),
    options: codeIn(words).flatMap((code) => /^--([a-z-]+)/.exec(code)?.[1] ?? []),
  }))
  const listed = rows.flatMap(({ endings }) => endings)
  const known = formats.map(({ ending }) => ending)
  const someHear = new Set(formats.flatMap(heardBy))
  return [
    ...known.filter((ending) => !listed.includes(ending)).map((ending) => `.${ending} has no row`),
    ...listed.filter((ending) => !known.includes(ending)).map((ending) => `.${ending} is no format`),
    ...rows.flatMap(({ endings, options }) =>
      options
        .filter((option) => someHear.has(option))
        .flatMap((option) =>
          formats
            .filter((format) => endings.includes(format.ending) && !heardBy(format).includes(option))
            .map(({ ending }) => `.${ending} does not hear --${option}`),
        ),
    ),
  ]
}

/** The options that a format hears and others do not. */
export function heardBy({ hears }: ResultFormat): readonly string[] {
  return hears.map((heard: HeardOption) => (typeof heard === 'string' ? heard : 'history'))
}
