import { writeFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeUnsafe } from '../../src/lib/json/write-json.ts'
import type { TraceRecord } from '../../src/protocol/trace/trace-record.ts'
import { createRedactor } from '../../src/app/redact/redactor.ts'
import { formatOf } from '../support/result-format.ts'
import { LeakSearch } from '../../src/render/leak-search.ts'
import { readPrivacy } from '../../src/cli/redaction/read-redactor.ts'
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
const all = '-o a.cast -o a.svg -o a.txt -o a.md -o a.html -o a.json --history'
const names = ['a.cast', 'a.svg', 'a.txt', 'a.md', 'a.html', 'a.json']
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

/** A run whose step, call, message and output have a text in them. */
function runWith(text: string): string {
  const records: readonly TraceRecord[] = [
    ...opened(),
    planned(1000, `> Run ${text}`, '. Test'),
    ...text.split('\n').map((line) => ({ t: 1500, type: 'stderr', line }) as const),
    ...rested(3000),
  ]
  return traceText(records)
}

describe('what is found in a result after the recording was redacted', () => {
  const everything = '-o a.cast -o a.svg -o a.txt -o a.md --keys "1.6:e"'
  const letters = 'abcdefghijkmnpqrstuvwyzABCDEFGHJKLMNPQRSTUVWYZ23456789+/'.split('')
  const value = fc
    .string({ unit: fc.constantFrom(...letters), minLength: 12, maxLength: 90 })
    .filter((each) => /\d/.test(each) && /[a-z].*[A-Z]/.test(each))

  test.each([
    ['docker login -u b -p SECRET'],
    ['docker login -u b -p SECRET registry.example.org'],
    ['ops_eyJSECRETSECRETSECRETSECRET'],
    ['-----BEGIN PRIVATE KEY-----\nSECRET\nSECRET\n-----END PRIVATE KEY-----'],
    ['{"name": "DB_PASSWORD", "value": "SECRET"}'],
  ])('nothing is left of %j, and all is written', { timeout: 60_000 }, async (form) => {
    await fc.assert(
      fc.asyncProperty(value, fc.constantFrom('40x12', '57x20', '80x24', '120x40'), async (secret, size) => {
        const stage = renderStage(runWith(form.replaceAll('SECRET', secret)))
        expect([size, await stage.render(`${everything} --size ${size}`)]).toEqual([
          size,
          { status: 0, said: [] },
        ])
        for (const name of ['a.cast', 'a.svg', 'a.txt', 'a.md'])
          expect(stage.read(name)).not.toContain(secret)
      }),
      { numRuns: 4 },
    )
  })

  test('a control character beside an invisible one is no host', async () => {
    const signs = fc.constantFrom(
      '\u0007',
      '\u001b',
      '\u0085',
      '\u009b',
      '\u200b',
      '\u200d',
      '\u2060',
      '\u202e',
      'a',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(signs, { minLength: 2, maxLength: 6 }), fc.nat(3), async (some, levels) => {
        let text = some.join('')
        for (let level = 0; level < levels; level++) text = escapeUnsafe(JSON.stringify(text))
        const stage = renderStage(runWith(`see ${text} here`))
        expect(await stage.render(everything)).toEqual({ status: 0, said: [] })
      }),
      { numRuns: 10 },
    )
  })

  test('is masked, and drawn again', async () => {
    const stage = renderStage(runWith('it'))
    const rules = path.join(stage.folder, 'rules.json')
    // It stands behind a sign only where it is drawn.
    writeFileSync(rules, String.raw`{"rules": [{"pattern": "(?<=\\u{25d0}.{0,9})Run"}]}`)
    expect(await stage.render(`-o a.txt --redact keys,${rules}`)).toEqual({ status: 0, said: [] })
    expect(stage.read('a.txt')).toContain('xxxxxxxx it')
    // What this program itself writes stays: nothing is written then, and the line is named.
    writeFileSync(rules, '{"rules": [{"pattern": "Test|revision|quit"}]}')
    expect(await stage.render(`-o b.txt --redact keys,${rules}`)).toMatchObject({ status: 1 })
    expect(stage.read('b.txt')).toBeNull()
  })
})

describe('the search for secrets', () => {
  const finder = {
    leaks: (text: string) =>
      text.split('\n').flatMap((line, index) => {
        const column = line.indexOf('LEAK') + 1
        return column === 0
          ? []
          : [{ what: 'a leak', line: index + 1, column, text: 'LEAK', excerpt: '‹leak›' }]
      }),
  }

  test('finds a secret in a text, however the text is cut into pieces', () => {
    const watch = new LeakSearch([finder])
    const pieces: string[] = []
    const sink = watch.searched(
      { file: 'a.md', format: formatOf('md') },
      { write: (piece) => void pieces.push(piece.toString()) },
    )
    const filler = `${'x'.repeat(99)}\n`.repeat(1000)
    for (const piece of [filler, 'LE', 'AK\n', filler, 'no LEAK']) sink.write(piece)
    sink.finish()
    expect(pieces.join('')).toBe(`${filler}LEAK\n${filler}no LEAK`)
    expect(watch.found()?.found).toEqual([
      { where: 'a.md, line 1001', what: 'a leak', excerpt: '‹leak›' },
      { where: 'a.md, line 2002', what: 'a leak', excerpt: '‹leak›' },
    ])
  })

  test('lists the first ones and counts all', () => {
    const watch = new LeakSearch([finder, finder])
    watch.text('LEAK\n'.repeat(25), (line) => `line ${line}`)
    expect(watch.found()).toMatchObject({ count: 25, found: { length: 10 } })
  })
})
