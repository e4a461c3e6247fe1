import { bench, describe } from 'vitest'
import { MarkdownDocument } from '../../../src/ui/markdown/document.ts'
import { dark } from './support.ts'

// Not part of the checks: `npm run bench -- test/ui/markdown`. Figures are for one megabyte at 118 columns.

function megabyte(): string {
  const lines: string[] = ['# Plan', '']
  let length = 0
  for (let step = 0; length < 1_000_000; step += 1) {
    if (step % 200 === 0) lines.push('', `## Part ${step}`, '')
    if (step % 300 === 0)
      lines.push('', '```ts', 'const a: number = 1', '```', '', '```', '$ npm test', '```', '')
    const line = `- [ ] Read **the session parser** (step ${step})`
    lines.push(line)
    length += line.length + 1
  }
  return `${lines.join('\n')}\n`
}

const source = megabyte()
const longer = Array.from({ length: 20 }, (_, count) =>
  Buffer.from(`${source}${'- [ ] one more\n'.repeat(count + 1)}`).toString(),
)

describe('a megabyte of markdown', () => {
  bench('opened at the top', () => {
    const document = new MarkdownDocument({ theme: dark, columns: 118 })
    document.setSource(source)
    document.rows(0, 40)
  })

  bench('opened at the end', () => {
    const document = new MarkdownDocument({ theme: dark, columns: 118 })
    document.setSource(source)
    document.lastRows(40)
  })

  const grown = new MarkdownDocument({ theme: dark, columns: 118 })
  grown.setSource(source)
  bench('20 lines appended, one after the other, and shown', () => {
    for (const next of longer) {
      grown.setSource(next)
      grown.lastRows(38)
    }
    grown.setSource(source)
  })

  bench(
    'settled',
    () => {
      const document = new MarkdownDocument({ theme: dark, columns: 118 })
      document.setSource(source)
      document.work(Number.POSITIVE_INFINITY, () => 0)
    },
    { iterations: 2, time: 0, warmupIterations: 0, warmupTime: 0 },
  )
})
