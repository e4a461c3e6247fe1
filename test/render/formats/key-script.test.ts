import { describe, expect, test } from 'vitest'
import { parseKeyScript } from '../../../src/render/formats/render-options.ts'
import { keyTable } from '../../../src/ui/keys/key-table.ts'

/** `2000 tab, 4000 d`, with what a key types in brackets. */
function keysOf(script: string): string {
  const read = parseKeyScript(script)
  if (!read.ok) return `${read.problem.message} / ${read.problem.hint}`
  return read.value
    .map(({ at, presses }) => {
      const when = at.type === 'time' ? at.atMs : at.type === 'mark-number' ? `#${at.number}` : at.type
      return `${when} ${presses.map(({ name, text }) => (text === '' ? name : `${name}[${text}]`)).join(' ')}`
    })
    .join(', ')
}

describe('a key script', () => {
  test.each([
    ['2s:Tab 4s:d', '2000 tab, 4000 d[d]'],
    ['  2:tab\t1:05:tab\n', '2000 tab, 65000 tab'],
    ['1.5:PgDn,pagedown,ESC', '1500 pagedown pagedown escape'],
    ['1m5s:G 2:g', '65000 G[G], 2000 g[g]'],
    ['2:5', '2000 5[5]'],
    ['1:05:5', '65000 5[5]'],
    ['0::', '0 :[:]'],
    ['2:, 3:comma', '2000 ,[,], 3000 ,[,]'],
    ['#2:?', '#2 ?[?]'],
    ['end:?,end', 'end ?[?] end'],
    ['2s:end,?', '2000 end ?[?]'],
    ['1:ctrl-d,alt-B,Ctrl-X', '1000 ctrl-d alt-B ctrl-X'],
    ['1:shift-tab,space,enter', '1000 shift-tab space[ ] enter'],
    [`1:/ 2:'to be' 3:enter`, '1000 /[/], 2000 t[t] o[o] space[ ] b[b] e[e], 3000 enter'],
    [`1:/,"it's",enter`, `1000 /[/] i[i] t[t] '['] s[s] enter`],
    ['1:é,日', '1000 é[é] 日[日]'],
  ])('%s', (script, keys) => {
    expect(keysOf(script)).toBe(keys)
  })

  const shape = `For example --keys "2s:tab 4s:d 1:05:down,down 1:10:'some words'".`
  const names = `Keys are single characters, ctrl-… and alt-…, f1 to f12, and up, down, left, right, pagedown, pageup, home, end, enter, alt-enter, tab, shift-tab, backspace, delete, escape, space; words to type go in quotes.`

  test.each([
    ['', `--keys is empty / ${shape}`],
    ['end', `--keys: “end” is not TIME:KEY / ${shape}`],
    ['tab', `--keys: “tab” is not TIME:KEY / ${shape}`],
    ['2s:', `--keys: “2s:” is not TIME:KEY / ${shape}`],
    ['soon:tab', `--keys: “soon:tab” is not TIME:KEY / ${shape}`],
    ['2s:tabb', `--keys: the key “tabb” is unknown / Did you mean tab? ${names}`],
    [
      "2s:'some words",
      `--keys: the quote in “'some” is not closed / Words to type end with the same quote. ${shape}`,
    ],
    ['2s:hello', `--keys: the key “hello” is unknown / ${names}`],
    ['1:2:3', `--keys: the key “2:3” is unknown / ${names}`],
    [`2s:''`, `--keys: “''” is not a key / ${shape}`],
    ['#0:tab', `--keys: “#0” is not a time / ${shape}`],
  ])('%s is refused, with a hint', (script, words) => {
    expect(keysOf(script)).toBe(words)
  })

  test('accepts every key of the key table', () => {
    for (const { keys } of keyTable)
      for (const key of keys) {
        const read = parseKeyScript(`1:${key}`)
        expect([key, read.ok && read.value[0]?.presses.map(({ name }) => name)]).toEqual([key, [key]])
      }
  })
})
