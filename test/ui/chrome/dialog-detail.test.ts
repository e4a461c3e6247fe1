import { describe, expect, test } from 'vitest'
import { row, rowText } from '../../../src/lib/cells/row.ts'
import { detailLines } from '../../../src/ui/chrome/dialog-detail.ts'
import { paint } from '../../../src/ui/paint/paint.ts'
import { safeLine } from '../../../src/lib/text/safe-text.ts'
import { dark } from '../screen/shown-screen.ts'

function shown(detail: string, columns = 60): ReturnType<typeof detailLines>['shown'] {
  return detailLines(detail, { theme: dark, columns, rows: 50, top: 0 }).shown
}

function texts(detail: string): readonly string[] {
  return shown(detail).map((each) => rowText(each).trim())
}

describe('the detail of a question', () => {
  test('a fenced diff has colours, and neither has the text around it nor are its fences shown', () => {
    const rows = shown('- one\n```diff\n-old\n+new\n```\n+ after')
    expect(rows).toEqual([
      row(safeLine('   '), paint(dark, 'normal', safeLine('- one'))),
      row(safeLine('   '), paint(dark, 'gone', safeLine('-old'))),
      row(safeLine('   '), paint(dark, 'added', safeLine('+new'))),
      row(safeLine('   '), paint(dark, 'normal', safeLine('+ after'))),
    ])
  })

  test('a diff needs no fence, and a fence needs no language', () => {
    const added = row(safeLine('   '), paint(dark, 'added', safeLine('+new')))
    expect(shown('@@ -1 +1 @@\n+new')[1]).toEqual(added)
    expect(shown('```\n+new\n```')).toEqual([added])
  })

  test('other languages are not coloured as diffs', () => {
    expect(shown('```c\n+x\n```')).toEqual([row(safeLine('   '), paint(dark, 'normal', safeLine('+x')))])
  })

  test('a fence ends with one of its own kind and at least its length', () => {
    expect(texts('````md\n```\na\n```\n~~~~\n`````\nb')).toEqual(['```', 'a', '```', '~~~~', 'b'])
  })

  test('a fence that is not closed lasts to the end; nothing but fences is nothing', () => {
    expect(texts('a\n~~~diff\n+b')).toEqual(['a', '+b'])
    expect(texts('```\n```')).toEqual([])
  })

  test('backquotes within a line are no fence', () => {
    expect(texts('```a``` b')).toEqual(['```a``` b'])
  })
})
