import { describe, expect, test } from 'vitest'
import type { DetailCode, RequestDetail } from '../../../src/app/state/permission.ts'
import { rowText, type Row } from '../../../src/lib/cells/row.ts'
import { detailForm, settleDetail, type SettledDetail } from '../../../src/ui/questions/question-detail.ts'
import { MarkdownDocument } from '../../../src/ui/markdown/document.ts'
import { DocumentCache } from '../../../src/ui/plan-panes/document-cache.ts'
import { ansiText } from '../../support/ansi-text.ts'
import { dark, loadedDocumentCache } from '../stack/shown-screen.ts'

const documentCache = DocumentCache.synchronous(MarkdownDocument)

interface Room {
  readonly rows?: number
  readonly top?: number
  readonly documentCache?: DocumentCache
}

/** A detail in its room, and the rows that are drawn of it. */
function draw(
  detail: RequestDetail,
  { rows = 50, top = 0, documentCache: cache = documentCache }: Room = {},
): SettledDetail & { readonly shown: readonly Row[] } {
  const look = { theme: dark, columns: 60 }
  const settled = settleDetail(detail, top, { look, rows, documentCache: cache, nowMs: 7 })
  if (settled === null) throw new Error('no detail')
  const form = detailForm(settled)
  return { ...settled, shown: form.rows, untilMs: form.untilMs ?? null }
}

function words(...texts: readonly string[]): RequestDetail {
  return texts.map((text) => ({ type: 'words', text }))
}

function code(text: string, language: DetailCode['language'], more: Partial<DetailCode> = {}): DetailCode {
  return { type: 'code', language, text, ...more }
}

function texts(rows: readonly Row[]): readonly string[] {
  return rows.map(rowText)
}

/** The colour of each row after its margin: `+` added, `-` gone, `.` dim, else a blank. */
function colours(rows: readonly Row[]): string {
  const signs: Readonly<Record<string, string>> = { 32: '+', 91: '-', 2: '.' }
  return rows.map((each) => signs[/^ *\u001b\[(\d+)m/.exec(ansiText(each))?.[1] ?? ''] ?? ' ').join('')
}

describe('the detail of a question', () => {
  test('has headings, lists, tables, code and links as a plan has', () => {
    const detail = words(
      '# Change\n\n- one **bold**\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst a = 1\n```\n\nSee <https://a.example>.',
    )
    expect(texts(draw(detail).shown)).toEqual([
      '   Change',
      '   ══════',
      '',
      '   • one bold',
      '   ☑ done',
      '',
      expect.stringMatching(/^ {3}a .* b$/),
      expect.stringMatching(/^ {3}─+/),
      expect.stringMatching(/^ {3}1 .* 2$/),
      '',
      '     const a = 1',
      '',
      '   See https://a.example.',
    ])
    expect(ansiText(draw(detail).shown[10] ?? [])).toContain('\u001b[36mconst')
  })

  test('a command is code, with its folder below', () => {
    const { shown } = draw([code('$ rm -rf *.log _old_', 'console', { folder: '/a_b_c' })])
    expect(texts(shown)).toEqual(['     $ rm -rf *.log _old_', '   in /a_b_c'])
  })

  test('a diff has the name of its file, and a colour for each line', () => {
    const { shown } = draw([
      code('  a\n- const b = `x`\n+ const b = 1\n  ```\n  c', 'diff', { file: '/x`y.ts' }),
    ])
    expect(texts(shown)).toEqual([
      '   /x`y.ts',
      '       a',
      '     - const b = `x`',
      '     + const b = 1',
      '       ```',
      '       c',
    ])
    expect(colours(shown.slice(1))).toBe(' -+  ')
  })

  test('data and addresses are shown as they are', () => {
    const detail = [code('{\n  "a_b_": "*"\n}', 'json'), code('/a_b_/*c*\n# not a heading', null)]
    expect(texts(draw(detail).shown)).toEqual([
      '     {',
      '       "a_b_": "*"',
      '     }',
      '',
      '     /a_b_/*c*',
      '     # not a heading',
    ])
  })
})

describe('a diff in the words of an agent', () => {
  test('has colours in a fence, whether that names its language or not', () => {
    for (const name of ['diff', 'patch', '']) {
      const { shown } = draw(words(`- one\n\`\`\`${name}\n@@ -1 +1 @@\n-old\n+new\n\`\`\`\n`))
      expect(texts(shown)).toEqual(['   • one', '     @@ -1 +1 @@', '     -old', '     +new'])
      expect(colours(shown.slice(1))).toBe('.-+')
    }
  })

  test('keeps its signs without a fence', () => {
    const { shown } = draw(
      words('I change **this**:\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n- old\n\n+ new\n\n\nIs that *all right*?'),
    )
    expect(texts(shown)).toEqual([
      '   I change this:',
      '',
      '     --- a/x',
      '     +++ b/x',
      '     @@ -1 +1 @@',
      '     - old',
      '',
      '     + new',
      '',
      '   Is that all right?',
    ])
    expect(colours(shown.slice(2, 8))).toBe('...- +')
  })

  test('is not seen in a list, nor in code of another language', () => {
    expect(texts(draw(words('- one\n- two')).shown)).toEqual(['   • one', '   • two'])
    expect(colours(draw(words('```c\n+x\n```')).shown)).toBe(' ')
  })
})

describe('parts', () => {
  test('do not continue what the one before leaves open', () => {
    for (const open of [
      '~~~js\nlet a',
      '````\n```\nlet a',
      '<!-- a',
      '<pre>\na',
      '> ```\n> a',
      '1. ```\n   a',
    ]) {
      const { shown } = draw([...words(open), code('-old\n+new', 'diff'), ...words('*end*')])
      expect(texts(shown).slice(-5)).toEqual(['', '     -old', '     +new', '', '   end'])
      expect(colours(shown.slice(-4, -2))).toBe('-+')
    }
  })

  test('that markdown would show nothing of are shown as written', () => {
    expect(texts(draw(words('[a]: https://a.example')).shown)).toEqual(['   [a]: https://a.example'])
  })
})

describe('the renderer', () => {
  const detail = [...words('**a**'), code('+ new', 'diff', { file: '/x' })]

  test('is not awaited: until it is loaded, and if it cannot be, the detail is plain', async () => {
    const failed = await new Promise<DocumentCache>((resolve) => {
      const cache: DocumentCache = new DocumentCache(
        () => Promise.reject(new Error('gone')),
        () => resolve(cache),
      )
      expect(texts(draw(detail, { documentCache: cache }).shown)).toEqual([
        '   **a**',
        '',
        '   /x',
        '   + new',
      ])
    })
    const { shown, view, untilMs } = draw(detail, { documentCache: failed, rows: 2, top: 9 })
    expect(texts(shown)).toEqual(['   /x', '   + new'])
    expect(colours(shown)).toBe(' +')
    expect([view, untilMs]).toEqual([{ top: 2, visible: 2, total: 4 }, null])
  })

  test('makes no row anew for the next frame', () => {
    const [before, after] = [draw(detail).shown, draw(detail).shown]
    for (const [at, each] of after.entries()) expect(each).toBe(before[at])
  })

  test('renders a long detail in slices, and is asked again until it is done', async () => {
    const cache = await loadedDocumentCache()
    const long = words(Array.from({ length: 10_000 }, (_, at) => `Line *${at}*.\n`).join('\n'))
    let drawn = draw(long, { documentCache: cache, rows: 3, top: 0 })
    expect(texts(drawn.shown)[0]).toBe('   Line 0.')
    for (let frames = 0; drawn.untilMs !== null; frames += 1) {
      expect([drawn.untilMs, frames < 10_000]).toEqual([7, true])
      drawn = draw(long, { documentCache: cache, rows: 3, top: 0 })
    }
    expect(drawn.view).toEqual({ top: 0, visible: 3, total: 19_999 })
    expect(texts(draw(long, { documentCache: cache, rows: 3, top: 99_999 }).shown)).toEqual([
      '   Line 9998.',
      '',
      '   Line 9999.',
    ])
  })
})

describe('hostile details', () => {
  const long = 200_000

  test.each<[string, RequestDetail]>([
    ['a fence that never ends', words(`\`\`\`diff\n${'+ a\n'.repeat(long / 4)}`)],
    ['10,000 fences', words('```\n+a\n```\n'.repeat(10_000))],
    ['10,000 opening fences', words('~~~~a\n````b\n'.repeat(10_000))],
    ['10,000 lines of a list', words('- a\n'.repeat(10_000))],
    ['10,000 lines of a list and one of a diff', words(`- a\n\n${'\n- a\n b\n'.repeat(10_000)}+`)],
    ['blank lines', words(`+${'\n'.repeat(long)}+`)],
    ['one line', words('x'.repeat(long))],
    ['one line of marks', words('*_`['.repeat(long / 4))],
    ['backquotes', [code('`'.repeat(long), 'diff', { file: '`'.repeat(4000) })]],
    ['escapes', [code('\u001b[2J\u001b]0;a\u0007'.repeat(10_000), 'console'), ...words('\u001b[31m\u202e')]],
    ['many parts', Array.from({ length: 10_000 }, (_, at) => code(`+${at}`, 'diff'))],
  ])('%s', (_, detail) => {
    const { shown } = draw(detail, { rows: 8, top: 0 })
    expect(shown.length).toBeGreaterThan(0)
    const escape = String.fromCharCode(27)
    for (const text of texts(shown)) {
      expect(text).not.toContain(escape)
      expect(text.length).toBeLessThanOrEqual(60)
    }
  })
})
