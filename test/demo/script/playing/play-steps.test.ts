import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newMemory } from '../../../../src/demo/script/playing/scene.ts'
import { scriptedScenario } from '../../../../src/demo/script/playing/scripted-scenario.ts'
import { readScript } from '../../../../src/demo/script/reading/read-script.ts'
import type { Entry, Update } from '../../demo-client.ts'
import { recordingStage } from '../../recording-stage.ts'

/** The checklists that are sent for a prompt. */
async function checklistsFor(prompt: string): Promise<readonly (readonly (Entry | null)[])[]> {
  const stage = recordingStage()
  const scenario = scriptedScenario('test', { steps: [{ reply: '{{prompt}}' }] })
  await scenario.play({ number: 1, text: prompt, mode: null, memory: newMemory() }, stage)
  return stage.played
    .flatMap((each) => (each.type === 'update' ? [(each.update as Update).entries ?? []] : []))
    .filter((entries) => entries.length > 0)
}

test.each([
  ['add a test', ['Add a test']],
  [
    'Read v1.2 of the spec. Then compare it; write a summary',
    ['Read v1.2 of the spec', 'Then compare it', 'Write a summary'],
  ],
  ['fix the bug and add a test, please', ['Fix the bug', 'Add a test', 'Please']],
  ['日本語を直す。テストを書く。', ['日本語を直す', 'テストを書く']],
  ['one\ntwo\nthree\nfour\nfive\nsix\nseven', ['One', 'Two', 'Three', 'Four', 'Five', 'Six']],
  ['say {{words}}', ['Say {{words}}']],
  ['', ['Think about nothing in particular']],
  ['x'.repeat(300), [`X${'x'.repeat(98)}…`]],
])('makes entries of %j', async (prompt, contents) => {
  const [first = []] = await checklistsFor(prompt)
  expect(first.map((entry) => entry?.content).slice(1, -1)).toEqual(contents)
})

test('completes every entry, with any prompt', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (prompt) => {
      const last = (await checklistsFor(prompt)).at(-1)
      expect(new Set(last?.map((entry) => entry?.status))).toEqual(new Set(['completed']))
    }),
  )
})

test('a tool call tells what it has changed, and the status of its command', async () => {
  const script = `root: /here
steps:
  - { tool: Edit, path: a.md, kind: edit, diff: { old: "one\\n", new: "one\\ntwo\\n" } }
  - { tool: npm test, kind: execute, exitCode: 3 }
`
  const read = readScript(script)
  if (!read.ok) throw new Error(read.problem.message)
  const scenario = scriptedScenario('test', read.value)
  const ends = async (version: 1 | 2): Promise<readonly unknown[]> => {
    const stage = recordingStage({ version })
    await scenario.play({ number: 1, text: '', mode: null, memory: newMemory() }, stage)
    return stage.played
      .flatMap((each) => (each.type === 'update' ? [each.update as Readonly<Record<string, unknown>>] : []))
      .filter(({ status }) => status === 'completed')
      .map(({ content, rawOutput }) => content ?? rawOutput)
  }
  expect(await ends(1)).toEqual([
    [{ type: 'diff', path: '/here/a.md', oldText: 'one\n', newText: 'one\ntwo\n' }],
    { exitCode: 3 },
  ])
  const text =
    'diff --git /here/a.md /here/a.md\n--- /here/a.md\n+++ /here/a.md\n@@ -1,1 +1,2 @@\n one\n+two\n'
  expect(await ends(2)).toEqual([
    [
      {
        type: 'diff',
        changes: [{ operation: 'modify', path: '/here/a.md' }],
        patch: { format: 'git_patch', text },
      },
    ],
    { exitCode: 3 },
  ])
})
