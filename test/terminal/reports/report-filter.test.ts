import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { privateCharacter, type TerminalReport } from '../../../src/app/ports/terminal-keys.ts'
import { ReportFilter } from '../../../src/terminal/reports/report-filter.ts'
import { anyCharacter } from '../../support/any-character.ts'

const esc = '\u001b'

interface Read {
  readonly keys: string
  readonly reports: readonly TerminalReport[]
}

function read(...chunks: readonly string[]): Read & { readonly filter: ReportFilter } {
  const filter = new ReportFilter()
  const parts = chunks.map((chunk) => filter.push(chunk))
  return {
    filter,
    keys: parts.map(({ keys }) => keys).join(''),
    reports: parts.flatMap(({ reports }) => reports),
  }
}

const press = { type: 'mouse', action: 'press', button: 'left', column: 9, row: 4 } as const

describe('reports of a terminal', () => {
  test.each<[string, TerminalReport]>([
    ['[<0;10;5M', press],
    ['[<0;10;5m', { ...press, action: 'release' }],
    ['[<2;1;1M', { ...press, button: 'right', column: 0, row: 0 }],
    ['[<16;10;5M', press],
    ['[<64;10;5M', { ...press, action: 'wheel-up', button: 'other' }],
    ['[<65;10;5M', { ...press, action: 'wheel-down', button: 'other' }],
    ['[<66;10;5M', { ...press, action: 'wheel-left', button: 'other' }],
    ['[<32;10;5M', { ...press, action: 'move' }],
    ['[<128;10;5M', { ...press, button: 'other' }],
    ['[M *%', press],
    ['[M#*%', { ...press, action: 'release', button: 'other' }],
    ['[?62;22c', { type: 'attributes' }],
    ['[?997;1n', { type: 'scheme', isDark: true }],
    ['[?997;2n', { type: 'scheme', isDark: false }],
    [']11;rgb:ffff/8000/0000\u0007', { type: 'background', red: 1, green: 0x8000 / 0xffff, blue: 0 }],
    [`]11;rgb:f/0/f${esc}\\`, { type: 'background', red: 1, green: 0, blue: 1 }],
    [']11;rgba:00/00/00/ff\u0007', { type: 'background', red: 0, green: 0, blue: 0 }],
  ])('%j is one', (text, report) => {
    expect(read(`a${esc}${text}b`)).toMatchObject({ keys: 'ab', reports: [report] })
  })

  test.each([
    ['without a place', '[<0;10M'],
    ['outside of every screen', '[<0;0;5M'],
    ['left of the screen', '[<32;-1;5M'],
    ['far away', '[<0;99999;5M'],
    ['of no button', '[<999;1;1M'],
    ['with a colour that is none', ']11;red\u0007'],
    ['with another number', '[?997;7n'],
  ])('that are junk, %s, are dropped', (_, text) => {
    expect(read(`a${esc}${text}b`)).toMatchObject({ keys: 'ab', reports: [] })
  })

  test('that never end are dropped, and the keys after them are read', () => {
    expect(read(`${esc}[<0;10`, 'q')).toMatchObject({ keys: 'q', reports: [] })
    expect(read(`${esc}[<${'1;'.repeat(200)}q`).keys.endsWith('q')).toBe(true)
    expect(read(`${esc}]11;${'x'.repeat(500)}`)).toMatchObject({ keys: '', filter: { holds: null } })
    expect(read(`${esc}]11;${'x'.repeat(50)}`, `${'x'.repeat(500)}\rq`).keys).toBe('\rq')
    expect(read(`${esc}]11;${'x'.repeat(500)}${esc}[Aq`).keys).toBe(`${esc}[Aq`)
    expect(read(`${esc}]11;${'x'.repeat(500)}\u0007q`)).toMatchObject({ keys: 'q', reports: [] })
  })

  test.each(['\u0003', '\r', '\u007f', `${esc}[99;5u`, `${esc}[A`])('are ended by the key %j', (key) => {
    for (const begun of ['[<0;1', '[?62', ']11;', ']11;rgb:ff/0'])
      expect(read(`${esc}${begun}`, key)).toMatchObject({ keys: key, reports: [], filter: { holds: null } })
  })
})

describe('keys', () => {
  test.each(['[A', '[1;5C', '[Z', '[3~', 'x', '[I', '[?1u', ']', '[200~'])(
    'like ESC %j pass as they are',
    (text) => {
      expect(read(`a${esc}${text}b`)).toMatchObject({ keys: `a${esc}${text}b`, reports: [] })
    },
  )

  test('that may begin a report are held back, and released', () => {
    for (const text of [esc, `${esc}[`, `${esc}]`, `${esc}[M`]) {
      const { keys, filter } = read(`a${text}`)
      expect([keys, filter.holds, filter.release(), filter.holds]).toEqual(['a', 'key', text, null])
    }
  })

  test('do not begin with the beginning of a report, which is never released', () => {
    for (const text of [`${esc}[<`, `${esc}[<0;1`, `${esc}[?62`, `${esc}]1`, `${esc}]11;rgb:`]) {
      const { keys, filter } = read(`a${text}`)
      expect([keys, filter.holds, filter.release(), filter.holds]).toEqual(['a', 'report', '', null])
    }
  })
})

test('a paste passes as it is, also with reports in it', () => {
  const paste = `${esc}[200~${esc}[<0;10;5M${esc}]11;x${esc}[201~`
  expect(read(`${paste}${esc}[<0;10;5M`)).toMatchObject({ keys: paste, reports: [press] })
})

describe('a paste without an end', () => {
  const open = `${esc}[200~rm -rf`
  const closed = `${open}${esc}[201~`

  test.each(['\u0003', '\u0003\u0003', '\u007f', `${esc}[99;5u`, `${esc}[27u`])(
    'is ended by the control key %j',
    (key) => {
      expect(read(open, key)).toMatchObject({ keys: closed + key, filter: { holds: null } })
    },
  )

  test.each(['q', '\r', 'a\u0003b', `\u0003${esc}[201~`, `${esc}[31m`])('goes on with %j', (text) => {
    expect(read(open, text).keys).toBe(open + text)
  })

  test('is ended by a silence, and the keys after it are keys', () => {
    const { filter } = read(open)
    expect([filter.holds, filter.release(), filter.holds]).toEqual(['paste', `${esc}[201~`, null])
    expect(['q', `${esc}[A`, 'yy'].map((text) => filter.push(text).keys)).toEqual(['q', `${esc}[A`, 'yy'])
  })

  test.each([`y\ry\r${esc}[201~`, `${esc}[201~`])('goes on after a silence with the text %j', (text) => {
    const { filter } = read(open)
    filter.release()
    expect(filter.push(text).keys).toBe(`${esc}[200~${text}`)
    expect(filter.push('yy').keys).toBe('yy')
  })
})

test('wherever the input is cut, the keys and reports are the same', () => {
  const keys = ['a', 'é🚀', `${esc}[A`, `${esc}[1;5C`, `${esc}OP`, `${esc}[?5u`]
  const paste = `${esc}[200~p ${esc}[<1;1;1M q${esc}[201~`
  const mouse = [`${esc}[<0;10;5M`, `${esc}[<65;3;200m`, `${esc}[M *%`, `${esc}[<0;0;0M`]
  const colours = [`${esc}]11;rgb:1/2/3\u0007`, `${esc}]11;rgb:11/22/33${esc}\\`, `${esc}[?997;2n`]
  const token = fc.constantFrom(...keys, paste, ...mouse, ...colours, `${esc}[?62;22c`)
  fc.assert(
    fc.property(fc.array(token, { maxLength: 12 }), fc.array(fc.nat(), { maxLength: 12 }), (tokens, cuts) => {
      const text = tokens.join('')
      const at = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b)
      const chunks = [0, ...at].map((from, index) => text.slice(from, at[index]))
      const [whole, cut] = [read(text), read(...chunks)]
      expect(cut.keys).toBe(whole.keys)
      expect(cut.reports).toEqual(whole.reports)
    }),
  )
})

test('any input passes without an error, and nothing but reports is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: anyCharacter }), { maxLength: 8 }), (chunks) => {
      const { keys, filter } = read(...chunks)
      const all = chunks.join('')
      if (!all.includes(esc)) expect(keys + filter.release()).toBe(all)
    }),
  )
})

describe('function keys', () => {
  const sent = [
    ['f1', 'OP'],
    ['f4', 'OS'],
    ['f1', '[11~'],
    ['f5', '[15~'],
    ['f6', '[17~'],
    ['f12', '[24~'],
    ['f1', '[[A'],
    ['f5', '[[E'],
    ['insert', '[2~'],
  ] as const

  test.each(sent)('%s is one character in the keys, however %j is cut', (name, code) => {
    const text = `a${esc}${code}b`
    for (let at = 0; at <= text.length; at++)
      expect(read(text.slice(0, at), text.slice(at)).keys).toBe(`a${privateCharacter(name)}b`)
  })

  test.each(['OA', '[A', '[3~', '[5~', '[15;5~', '[1;5P', 'x', '[16~'])('%j stays as it is', (code) => {
    expect(read(`${esc}${code}z`).keys).toBe(`${esc}${code}z`)
  })

  test('in a paste are what was pasted', () => {
    const paste = `${esc}[200~x${esc}OPy${esc}[201~`
    expect(read(paste).keys).toBe(paste)
  })

  test('alone, their beginning is what was typed', () => {
    const { filter, keys } = read(`${esc}O`)
    expect([keys, filter.holds, filter.release()]).toEqual(['', 'key', `${esc}O`])
  })
})
