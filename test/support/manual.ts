// The manual and its tables, for tests that compare them with the program.
import { readFileSync, readdirSync } from 'node:fs'

const folder = new URL('../../src/manual/', import.meta.url)

/** The names of the manual's pages; that of the options is first, since its table is what `| option |` means. */
const manualPages: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .toSorted((a, b) => Number(b === 'options.md') - Number(a === 'options.md'))

/** A page of the manual. */
export function manualPage(name: string): string {
  return readFileSync(new URL(name, folder), 'utf8')
}

/** All pages of the manual. */
export const manual = manualPages.map(manualPage).join('\n')

/** The rows of the manual's table whose head begins with this word, each cut into its cells. */
export function manualTable(head: string): readonly (readonly string[])[] {
  const [, after] = manual.split(`\n| ${head} |`)
  if (after === undefined) throw new Error(`the manual has no table of “${head}”`)
  return tablesIn(`| ${head} |${after}`)[0] ?? []
}

/** The tables in a text, each with its rows below the head, each row cut into its cells. */
export function tablesIn(text: string): readonly (readonly (readonly string[])[])[] {
  return [...text.matchAll(/(?:^\|.*(?:\n|$))+/gm)].map(([table]) =>
    table
      .trimEnd()
      .split('\n')
      .slice(2)
      .map((line) =>
        line
          .split(/(?<!\\)\|/)
          .slice(1, -1)
          .map((cell) => cell.trim().replaceAll('\\|', '|')),
      ),
  )
}

/** What stands in a text as code, without blocks of it. */
export function codeIn(text: string): readonly string[] {
  return [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}
