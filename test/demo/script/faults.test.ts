import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readScript } from '../../../src/demo/script/reading/read-script.ts'
import { stepKinds } from '../../../src/demo/script/reading/step-schemas.ts'

const plan = `plans:
  work: { items: [{ key: read, content: Read it }, Do it] }
  text: { markdown: "# Text" }
  file: { file: notes.md }
`
const mode = `settings:
  - { id: mode, name: Mode, category: mode, value: ask, choices: [{ value: ask, name: Ask }] }
`

/** One thing wrong in each. */
const scripts: Readonly<Record<string, string>> = {
  'nothing at all': '',
  'a comment only': '# nothing\n',
  'a list': '- say: Hello\n',
  'no steps': 'title: Nothing happens\n',
  'steps and turns': 'steps: []\nturns: [{ steps: [] }]\n',
  'a colon in a text': 'steps:\n  - say: Look: here\n',
  'a tab': 'steps:\n\t- say: Hello\n',
  'an open quote': 'steps:\n  - say: "Hello\n',
  'a key twice': 'steps:\n  - say: Hello\n    say: Bye\n',
  'JSON with a fault': '{"steps": [{"say": "Hello"},, ]}',
  'an alias without an anchor': 'steps: *nowhere\n',
  'an alias inside of itself': 'steps: &s\n  - as: x\n    do: *s\n',
  'more aliases than anybody means': `a: &a [${'x, '.repeat(40)}]
b: &b [${'*a, '.repeat(40)}]
steps: [${'*b, '.repeat(40)}]
`,
  'a dash that is not below the others': 'steps:\n  - say: Hello\n - wait: 1\n',
  'a comment of JSON': '{\n  // Hello\n  "steps": []\n}\n',
  'two documents': 'steps: []\n---\nsteps: []\n',
  'an unknown key': 'step:\n  - say: Hello\n',
  'an unknown step': 'steps:\n  - say: Hello\n  - wiat: 1\n',
  'a step without a likeness': 'steps:\n  - hocuspocus: 1\n',
  'a step that is a text': 'steps:\n  - wait\n',
  'a step that is nothing': 'steps:\n  - say: Hello\n  -\n',
  'two steps in one': 'steps:\n  - say: Hello\n    wait: 1\n',
  'an unknown key in a step': 'steps:\n  - tool: Read\n    sconds: 2\n',
  'a key of another step': 'steps:\n  - say: Hello\n    seconds: 2\n',
  'a number for a text': 'steps:\n  - say: 42\n',
  'nothing for a text': 'steps:\n  - say:\n',
  'a text for a number': 'steps:\n  - wait: a while\n',
  'a wait into the past': 'steps:\n  - wait: -1\n',
  'a word that is none of several': 'steps:\n  - { tool: Look, kind: look }\n',
  'a missing key': 'steps:\n  - ask: May I?\n',
  'a fault deep inside': `steps:
  - ask: May I?
    options:
      - id: yes-once
        name: Yes
        kind: allow_once
        steps:
          - say: Thank you
          - for: { n: 3 }
            do:
              - think: Hm
                loud: true
`,
  'an option of an unknown kind': `steps:
  - propose: Do it
    options: [{ id: a, name: Yes, kind: allow }]
`,
  'a request without params': 'steps:\n  - request: cursor/create_plan\n',
  'a fault in an outcome': `steps:
  - request: cursor/create_plan
    params: {}
    outcomes: { accepted: [{ sya: Yes }] }
`,
  'words that no request names': `steps:
  - request: cursor/create_plan
    params: {}
    words: reason
    outcomes: { rejected: [{ say: '{{answers.raeson}}' }] }
`,
  'no options': 'steps:\n  - { ask: May I?, options: [] }\n',
  'a plan of two kinds': 'plans: { work: { items: [], markdown: x } }\nsteps: []\n',
  'an entry without content': 'plans: { work: { items: [{ key: a }] } }\nsteps: []\n',
  'an entry with an unknown key': 'plans: { work: { items: [{ content: a, prio: high }] } }\nsteps: []\n',
  'two entries with one key':
    'plans: { w: { items: [{ key: a, content: A }, { key: a, content: B }] } }\nsteps: []\n',
  'a plan that is not there': `${plan}steps:\n  - plan: wrok\n`,
  'no plans at all': 'steps:\n  - plan: work\n',
  'an entry that is not there': `${plan}steps:\n  - plan: work\n    change: { raed: completed }\n`,
  'an entry by its number': `${plan}steps:\n  - plan: work\n    change: { 3: completed }\n`,
  'a place before nothing': `${plan}steps:\n  - plan: work\n    add: [Then this]\n    before: later\n`,
  'a text for a checklist': `${plan}steps:\n  - plan: work\n    tick: 1\n`,
  'a change for a text': `${plan}steps:\n  - plan: text\n    change: { read: completed }\n`,
  'a change for a file': `${plan}steps:\n  - plan: file\n    append: more\n`,
  'a plan without an id is removed': `${plan}steps:\n  - remove: work\n`,
  'a file in a folder': 'steps:\n  - write: a/b.md\n    text: x\n',
  'a part that is not there': 'parts: { finish: [] }\nsteps:\n  - play: finnish\n',
  'parts in a circle': 'parts:\n  one: [{ play: two }]\n  two: [{ play: one }]\nsteps: []\n',
  'a loop over nothing': 'steps:\n  - for: {}\n    do: []\n',
  'a loop over an unknown list': 'steps:\n  - for: { file: files }\n    do: []\n',
  'a slot that is nearly a name': 'steps:\n  - say: You said {{promt}}\n',
  'an answer that no form asks for': `steps:
  - form: Who are you?
    schema: { type: object, properties: { name: { type: string } } }
  - say: Hello {{answers.nmae}}
`,
  'a condition on such an answer': `steps:
  - say: Hello
    when: { answers: { nmae: Ann } }
`,
  'a setting that is not there': `${mode}steps:\n  - set: { mod: ask }\n`,
  'a choice that is not there': `${mode}steps:\n  - set: { mode: aks }\n`,
  'a switch that is none': `${mode}steps:\n  - set: { mode: true }\n`,
  'a mode that is not there': `${mode}turns:\n  - when: { mode: plan }\n    steps: []\n`,
  'a setting without choices': 'settings: [{ id: a, name: A, value: b }]\nsteps: []\n',
  'a setting with another value': `settings: [{ id: a, name: A, value: b, choices: [{ value: c, name: C }] }]\nsteps: []\n`,
  'an exit status': 'steps:\n  - exit: 300\n',
}

test('each fault is reported with its place and how to correct it', async () => {
  const shown = Object.entries(scripts).map(([name, text]) => {
    const read = readScript(text)
    if (read.ok) return `${name}: no fault was found\n`
    const { line, column, message, hint } = read.problem
    return `${name}: ${line}:${column}: ${message}\n  ${hint}\n`
  })
  await expect(shown.join('')).toMatchFileSnapshot('golden/faults.txt')
})

test('a script may be JSON', () => {
  const script = {
    plans: { work: { items: ['One', { content: 'Two' }] } },
    steps: [{ plan: 'work' }, { wait: 1 }],
  }
  expect(readScript(JSON.stringify(script, null, 2))).toEqual({ ok: true, value: script })
  expect(readScript(JSON.stringify(script))).toEqual({ ok: true, value: script })
})

test('any file is a script or has a fault with a position', () => {
  const value = fc.anything({
    maxDepth: 2,
    values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
  })
  const step = fc.dictionary(
    fc.constantFrom<string>(...stepKinds, 'do', 'id', 'options', 'when', 'x'),
    value,
    {
      maxKeys: 3,
    },
  )
  const script = fc.dictionary(
    fc.constantFrom('steps', 'turns', 'plans', 'parts', 'settings', 'title', 'seconds', '__proto__'),
    fc.oneof(value, fc.array(step)),
  )
  const text = fc.oneof(
    script.map((made) => JSON.stringify(made)),
    fc.string({
      unit: fc.constantFrom('- ', ': ', '\n', '  ', 'steps', 'say', '"', '{', '}', '[', '&a', '*a', '|', '#'),
    }),
  )
  fc.assert(
    fc.property(text, (written) => {
      const read = readScript(written)
      if (read.ok) return
      expect(read.problem.line).toBeGreaterThanOrEqual(1)
      expect(read.problem.column).toBeGreaterThanOrEqual(1)
      expect(read.problem.message).not.toBe('')
      expect(read.problem.hint).not.toBe('')
    }),
    { numRuns: 150 },
  )
})

test.each([
  ['in lists', `steps:\n  - say: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`],
  ['in objects of JSON', `{"steps": [${'{"say":'.repeat(20_000)}1${'}'.repeat(20_000)}]}`],
  ['in lines', Array.from({ length: 5000 }, (_, depth) => `${' '.repeat(depth)}- \n`).join('')],
])('a script that is nested too deeply: %s', (_, text) => {
  const read = readScript(text)
  expect(read.ok ? null : read.problem.message.slice(0, 200)).toBe(
    'things stand inside of each other more than 64 deep',
  )
})
