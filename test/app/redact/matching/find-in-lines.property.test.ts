import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText, type Finding } from '../../../../src/app/redact/matching/finding.ts'
import { PrivateData } from '../../../../src/app/redact/private-data.ts'
import { anyText } from '../any-text.ts'
import { annasLaptop } from '../stage.ts'

function found(findings: readonly Finding[]): readonly (Omit<Finding, 'replacement'> & { shown: string })[] {
  return findings.map(({ start, end, what, replacement }) => ({ start, end, what, shown: replacement() }))
}

// Behind the beginning of a key in lines nothing is taken for a line by itself.
const asAWhole = '\n-----BEGIN '

const anyLine = anyText.map((text) => text.replaceAll(/\n|-----BEGIN /g, ' '))
const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 8 })

test('line by line the same is found as in the whole text, whatever was read before', () => {
  fc.assert(
    fc.property(anyLines, anyLines, fc.array(fc.boolean()), (lines, others, kept) => {
      const privateData = new PrivateData(annasLaptop)
      const changed = lines.map((line, index) => (kept[index] === false ? (others[index] ?? '') : line))
      const texts = [...lines.keys()].map((count) => lines.slice(0, count + 1).join('\n'))
      const all = [...texts, changed.join('\n'), ...texts, `${texts.at(-1)}\n`]
      // What is learned is learned by then.
      for (const text of [...all, ...all]) privateData.find(text, plainText)
      for (const text of all)
        expect(found(privateData.find(text, plainText))).toEqual(
          found(privateData.find(text + asAWhole, plainText)),
        )
    }),
    { numRuns: 60 },
  )
})

test('an id that becomes known is no longer treated as a token, also in earlier lines', () => {
  const privateData = new PrivateData(annasLaptop)
  const id = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG'
  const text = `first\nof ${id}\nlast`
  expect(found(privateData.find(text, plainText)).map(({ what }) => what)).toEqual(['token'])
  expect(found(privateData.find(text, plainText)).map(({ what }) => what)).toEqual(['token'])
  privateData.known.learnId(id)
  expect(privateData.find(text, plainText)).toEqual([])
})

test('a folder whose name goes over two lines is found', () => {
  const privateData = new PrivateData(annasLaptop)
  privateData.find('one\n/home/anna/a\nb/c\nthree', plainText)
  privateData.known.learnDirectory('/srv/build/a\nb')
  expect(found(privateData.find('one\n/srv/build/a\nb/c\nthree', plainText))).toEqual([
    { start: 4, end: 18, what: 'working directory', shown: '/home/user/project3' },
  ])
})
