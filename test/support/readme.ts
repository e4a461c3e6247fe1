// The manual and its tables, for tests that compare them with the program.
import { readFileSync, readdirSync } from 'node:fs'

const folder = new URL('../../src/manual/', import.meta.url)

/** The names of the manual's pages; that of the options is first, since its table is what `| option |` means. */
const manualPages: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .toSorted((a, b) => Number(b === 'options.md') - Number(a === 'options.md'))

/** A page of the manual. */
function manualPage(name: string): string {
  return readFileSync(new URL(name, folder), 'utf8')
}

/** All pages of the manual. */
export const readme = manualPages.map(manualPage).join('\n')

/** The rows of the manual's table whose head begins with this word, each cut into its cells. */
export function readmeTable(head: string): readonly (readonly string[])[] {
  const [, after] = readme.split(`\n| ${head} |`)
  if (after === undefined) throw new Error(`the manual has no table of “${head}”`)
  const [table = ''] = after.split('\n\n')
  return table
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

/** What stands in a text as code. */
export function codeIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}
