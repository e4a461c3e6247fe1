import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { MarkdownDocument } from '../../../src/ui/markdown/document.ts'
import { anySource } from './any-source.ts'
import { allRows, asciiOnly, bare, checkRow, dark, settle, settled, startsOf } from './support.ts'

// Much input: a busy machine may take longer than the five seconds that a test has.
vi.setConfig({ testTimeout: 60_000 })

const anyTheme = fc.constantFrom(dark, bare, asciiOnly)
const anyWidth = fc.integer({ min: 8, max: 90 })

test('any text gives rows that fit and contain only our own sequences', () => {
  fc.assert(
    fc.property(anySource, anyWidth, anyTheme, (source, columns, theme) => {
      for (const each of allRows(settled(source, columns, theme))) checkRow(each, columns)
    }),
    { numRuns: 200 },
  )
})

test('a source that grows in any steps ends like the complete one', () => {
  fc.assert(
    fc.property(
      anySource,
      fc.array(fc.nat({ max: 40 }), { maxLength: 30 }),
      anyWidth,
      (source, steps, columns) => {
        const growing = new MarkdownDocument({ theme: dark, columns })
        let end = 0
        for (const step of steps) {
          end += step
          growing.setSource(source.slice(0, end))
          if (step % 3 === 0) growing.lastRows(5)
          if (step % 5 === 0) growing.work(0, () => 0)
        }
        growing.setSource(source)
        settle(growing)
        expect(allRows(growing)).toEqual(allRows(settled(source, columns, dark)))
      },
    ),
    { numRuns: 150 },
  )
})

test('reading, searching and rendering in slices ends like doing it at once', () => {
  const tiny = { charactersRead: 60, charactersRendered: 30, charactersSearched: 10, labelsLookedAt: 1 }
  fc.assert(
    fc.property(anySource, anySource, fc.array(fc.nat({ max: 6 })), (before, source, steps) => {
      const sliced = new MarkdownDocument({ theme: dark, columns: 40, slices: tiny })
      sliced.setSource(before)
      for (const step of steps) {
        if (step === 0) sliced.setSource(source.slice(0, 40))
        else if (step === 1) sliced.lastRows(5)
        else if (step === 2) sliced.rows(3, 5)
        else if (step === 3) sliced.find('a')
        else if (step === 4) sliced.setColumns(sliced.rowCount % 2 === 0 ? 30 : 50)
        else sliced.work(0, () => 0)
      }
      sliced.setSource(source)
      sliced.setColumns(40)
      settle(sliced)
      while (!sliced.isSearched('a')) sliced.find('a')
      const whole = settled(source, 40, dark)
      const last = whole.lastRows(10)
      for (let looks = 0; sliced.lastRows(10).length < last.length; looks += 1)
        expect(looks).toBeLessThan(100)
      expect(sliced.lastRows(10)).toEqual(last)
      expect(sliced.rowCount).toBe(whole.rowCount)
      expect(sliced.find('a')).toEqual(whole.find('a'))
    }),
    { numRuns: 150 },
  )
})

test('a growing source with blocks or lines cut into parts ends like the complete one', () => {
  const anyLongSource = anySource
    .filter((source) => source.trim() !== '')
    .map((source) => source.repeat(Math.ceil(12_000 / source.length)))
  fc.assert(
    fc.property(anyLongSource, fc.array(fc.nat({ max: 12_000 }), { maxLength: 4 }), (source, cuts) => {
      const growing = new MarkdownDocument({ theme: bare, columns: 60 })
      for (const cut of cuts.toSorted((one, other) => one - other)) {
        growing.setSource(source.slice(0, cut))
        growing.lastRows(5)
      }
      growing.setSource(source)
      settle(growing)
      const rows = allRows(growing)
      expect(rows).toEqual(allRows(settled(source, 60, bare)))
      for (const each of rows) checkRow(each, 60)
    }),
    { numRuns: 6 },
  )
})

test('a source whose parts come, go and change places ends like it was read at once, with what is found and where its lines are', () => {
  const anyOrder = fc.array(fc.nat({ max: 5 }), { maxLength: 8 })
  fc.assert(
    fc.property(
      fc.array(anySource, { minLength: 1, maxLength: 6 }),
      fc.array(anyOrder, { maxLength: 4 }),
      (parts, orders) => {
        const edited = settled(parts.join('\n'), 40)
        for (const order of orders) {
          const source = order.map((index) => parts[index % parts.length]).join('\n')
          edited.setSource(source)
          settle(edited)
          const whole = settled(source, 40)
          expect(allRows(edited)).toEqual(allRows(whole))
          expect(edited.find('a')).toEqual(whole.find('a'))
          const starts = startsOf(source)
          expect(edited.linesBegun(0, 200, starts)).toEqual(whole.linesBegun(0, 200, starts))
        }
      },
    ),
    { numRuns: 150 },
  )
})

test('any range of rows is that range of all rows', () => {
  fc.assert(
    fc.property(anySource, fc.nat({ max: 60 }), fc.nat({ max: 60 }), (source, from, count) => {
      const all = allRows(settled(source, 30))
      const document = settled(source, 30)
      expect(document.rowCount).toBe(all.length)
      expect(document.rows(from, count)).toEqual(all.slice(from, from + count))
      expect(document.lastRows(count)).toEqual(all.slice(Math.max(0, all.length - count)))
    }),
    { numRuns: 100 },
  )
})

test('the last rows do not depend on what was rendered before', () => {
  fc.assert(
    fc.property(anySource, fc.nat({ max: 20 }), (source, count) => {
      const unread = new MarkdownDocument({ theme: bare, columns: 40 })
      // Definitions apply in the end only, so that a document without any is compared.
      const text = source.replaceAll(']:', '] ')
      unread.setSource(text)
      expect(unread.lastRows(count)).toEqual(settled(text, 40).lastRows(count))
    }),
    { numRuns: 100 },
  )
})
