import { writeFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../src/app/redact/redactor.ts'
import { md } from '../../src/render/formats/md.ts'
import { LeakSearch } from '../../src/render/leak-search.ts'
import { readPrivacy } from '../../src/cli/redaction/privacy.ts'
import { renderStage } from './render-stage.ts'
import { opened, planned, rested, traceText } from './trace.ts'

const home = '/home/annegret'
const secret = 'sk-ant-api03-Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6'

const privateRun = [
  ...opened(`${home}/secret-site`),
  planned(
    1000,
    `> Read ${home}/secret-site/src/parser.ts`,
    '. Ask annegret, or mail anne.gret@gretcorp.com',
    `. Set the key to ${secret} on build-7.gretcorp.com:8080 at 10.1.2.3`,
    `. ssh annegret@laptop-of-anne.local, C:\\Users\\annegret\\x, https://user:pw@host.gretcorp.com/x?token=${secret}`,
  ),
  { t: 2000, type: 'mark', text: 'annegret looks' } as const,
  ...rested(3000),
]
const all = '-o a.cast -o a.svg -o a.txt -o a.md -o a.json --history'
const names = ['a.cast', 'a.svg', 'a.txt', 'a.md', 'a.json']
const hidden = /annegret|anne\.gret|gretcorp|laptop-of|secret-site|Zm9vYmFy/i

describe('redaction', () => {
  test('leaves no secret in any result, whatever the size of the screen', async () => {
    // Rows are cut and broken everywhere in what stands for something.
    for (const size of ['40x12', '41x20', '47x14', '58x30', '66x30', '73x30', '80x24', '91x30', '300x100']) {
      const stage = renderStage(traceText(privateRun, { agent: `${home}/bin/agent`, title: 'For Annegret' }))
      expect([size, await stage.render(`${all} --size ${size} --keys "1.5:j,j,j"`)]).toEqual([
        size,
        { status: 0, said: [] },
      ])
      for (const name of names) expect(stage.read(name)).not.toMatch(hidden)
    }
  })

  test('is off with --no-redact', async () => {
    const stage = renderStage(traceText(privateRun))
    expect(await stage.render(`${all} --no-redact --size 120x40`)).toEqual({ status: 0, said: [] })
    for (const name of names) expect(stage.read(name)).toMatch(/annegret/)
  })

  test('covers the classes that are named', async () => {
    const stage = renderStage(traceText(privateRun))
    expect(await stage.render('-o a.md --redact keys')).toEqual({ status: 0, said: [] })
    expect(stage.read('a.md')).toContain(`${home}/secret-site/src/parser.ts`)
    expect(stage.read('a.md')).not.toContain(secret)
    expect(await stage.render('-o a.md --redact keys,nmaes')).toMatchObject({ status: 2 })
  })

  test('reads a file of rules', async () => {
    const stage = renderStage(traceText(privateRun))
    const rules = path.join(stage.folder, 'rules.json')
    writeFileSync(rules, '{"rules": [{"literal": "parser", "replacement": "falcon"}]}')
    expect(await stage.render(`-o a.md --redact ${rules}`)).toEqual({ status: 0, said: [] })
    expect(stage.read('a.md')).toContain('/home/user/project/src/falcon.ts')
    writeFileSync(rules, '{"rules": [{"litteral": "parser"}]}')
    expect(await stage.render(`-o b.md --redact ${rules}`)).toMatchObject({ status: 2 })
    expect(stage.read('b.md')).toBeNull()
  })

  test('an option names a mark by its original text, although its shown text is redacted', async () => {
    const stage = renderStage(traceText(privateRun))
    expect(await stage.render('-o a.txt --at "annegret looks"')).toEqual({ status: 0, said: [] })
  })
})

test('names of this machine are not replaced, since results would differ between machines: they are an error', async () => {
  const privacy = await readPrivacy(['names,hosts'], true)
  expect(privacy).toMatchObject({
    ok: true,
    value: {
      redacted: { surroundings: { homes: [], workingDirectories: [], users: [], hosts: [] } },
      searched: [{ surroundings: { users: [userInfo().username], hosts: [hostname()] } }],
    },
  })
  expect(await readPrivacy(['names'], false)).toMatchObject({ ok: true, value: { searched: [] } })
})

test('/root does not count as a name of this machine', async () => {
  const privacy = await readPrivacy(['paths'], true)
  if (!privacy.ok) throw new Error(privacy.problem.message)
  const redactors = [privacy.value.redacted, ...privacy.value.searched].map(createRedactor)
  for (const redactor of redactors) expect(redactor.leaks('cannot read /root/.config/agent.json')).toEqual([])
})

describe('the search for secrets', () => {
  const finder = {
    leaks: (text: string) =>
      text.split('\n').flatMap((line, index) => {
        const column = line.indexOf('LEAK') + 1
        return column === 0 ? [] : [{ what: 'a leak', line: index + 1, column, excerpt: '‹leak›' }]
      }),
  }

  test('finds a secret in a text, however the text is cut into pieces', () => {
    const watch = new LeakSearch([finder])
    const pieces: string[] = []
    const sink = watch.searched(
      { file: 'a.md', format: md },
      { write: (piece) => void pieces.push(piece.toString()) },
    )
    const filler = `${'x'.repeat(99)}\n`.repeat(1000)
    for (const piece of [filler, 'LE', 'AK\n', filler, 'no LEAK']) sink.write(piece)
    sink.finish()
    expect(pieces.join('')).toBe(`${filler}LEAK\n${filler}no LEAK`)
    expect(watch.found()).toEqual([
      { where: 'a.md, line 1001', what: 'a leak', excerpt: '‹leak›' },
      { where: 'a.md, line 2002', what: 'a leak', excerpt: '‹leak›' },
    ])
  })

  test('lists the first ones and counts all', () => {
    const watch = new LeakSearch([finder, finder])
    watch.text('LEAK\n'.repeat(25), (line) => `line ${line}`)
    expect([watch.count(), watch.found().length]).toEqual([25, 10])
  })
})
