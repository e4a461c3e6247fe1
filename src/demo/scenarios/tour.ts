import { checklist, type Checklist } from '../checklist.ts'
import { endsItsTurn, type DemoScenario, type DemoStep, type PlanRef } from '../scenario.ts'
import { markdown, projectRoot, say, streamMarkdown, think, tickBoxes, tool, wait } from '../steps.ts'
import { replyToPrompt } from './reply.ts'
import { callers, designText, lateCallers, notesFinding, notesText } from './tour-texts.ts'

const design: PlanRef = { dialect: 'c', id: 'design' }
const notes = { plan: { dialect: 'b', id: 'rollout-notes' }, file: 'rollout-notes.md' } as const
const callerPlan = { dialect: "b'", id: 'callers' } as const

const planned = checklist({ dialect: 'a' }, [
  { key: 'read', content: 'Read the parser and list its callers', priority: 'high' },
  { key: 'design', content: 'Write the design down', priority: 'high' },
  { key: 'split', content: 'Split the tokenizer out of parser.ts', priority: 'high' },
  { key: 'callers', content: 'Move the callers to tokenizer.ts' },
  { key: 'delete', content: 'Delete the old lexer' },
  { key: 'tests', content: 'Add tests for nested quotes — “é”, 日本語, 🚀', priority: 'high' },
  { key: 'rename', content: 'Rename parse() everywhere', priority: 'low' },
  { key: 'bench', content: 'Measure the parser before and after', priority: 'low' },
  { key: 'readme', content: 'Update the README', priority: 'low' },
])

/** Everything that there is to see, in about a minute. Later prompts get a short plan made from their own words. */
export const tourScenario: DemoScenario = {
  name: 'tour',
  title: 'everything in a minute: checklist, design, watched file, question, removal',
  seconds: 56,
  prompt: 'Split the tokenizer out of parser.ts, with tests',
  end: endsItsTurn,
  steps: (turn) => (turn.number === 1 ? story() : replyToPrompt(turn.text)),
}

function story(): readonly DemoStep[] {
  const read = planned.change({ read: 'completed' })
  const designed = read.change({ design: 'completed' })
  const split = designed.change({ split: 'completed' })
  // One entry goes and one is called off, before the quick part draws the eye to another tab.
  const moving = split.change({ callers: 'in_progress', rename: 'cancelled' }).drop('bench')
  const moved = moving.change({ callers: 'completed' })
  return [
    { type: 'title', title: 'Split the tokenizer out of the parser' },
    ...readTheParser(read),
    ...writeTheDesign(read, designed),
    ...splitTheTokenizer(designed, split),
    ...moveTheCallers(moving, moved),
    ...askToDelete(moved),
  ]
}

function readTheParser(read: Checklist): readonly DemoStep[] {
  return [
    think('parser.ts does two jobs. I should see who calls it before I touch anything.'),
    wait(0.5),
    say('I will read the parser first and then plan the split.'),
    wait(0.5),
    planned.step,
    wait(2.5),
    planned.change({ read: { status: 'in_progress', content: 'Reading the parser and listing its callers' } })
      .step,
    ...tool(
      { id: 'read-1', kind: 'read', title: 'Read src/parser.ts', path: 'src/parser.ts', output: '412 lines' },
      1.5,
    ),
    ...tool(
      { id: 'search-1', kind: 'search', title: 'Search for “tokenize(”', output: '9 callers in 9 files' },
      1.5,
    ),
    read.step,
    wait(0.6),
  ]
}

function writeTheDesign(before: Checklist, designed: Checklist): readonly DemoStep[] {
  return [
    before.change({ design: { status: 'in_progress', content: 'Writing the design down' } }).step,
    wait(0.8),
    say('Nine callers. That is worth a page of design:'),
    wait(0.5),
    ...streamMarkdown(design, designText, { pieceLength: 31, seconds: 0.19 }),
    wait(3),
    designed.step,
    wait(0.8),
  ]
}

function splitTheTokenizer(before: Checklist, split: Checklist): readonly DemoStep[] {
  return [
    before.change({ split: { status: 'in_progress', content: 'Splitting the tokenizer out of parser.ts' } })
      .step,
    wait(1.5),
    { type: 'write-file', file: notes.file, text: notesText },
    { type: 'plan', plan: notes.plan, body: { type: 'file', file: notes.file } },
    ...tool(
      {
        id: 'edit-1',
        kind: 'edit',
        title: 'Write src/tokenizer.ts',
        path: 'src/tokenizer.ts',
        output: '+148 lines',
      },
      2.4,
    ),
    { type: 'write-file', file: notes.file, text: tickBoxes(notesText, 1) },
    ...tool(
      {
        id: 'edit-2',
        kind: 'edit',
        title: 'Edit src/parser.ts',
        path: 'src/parser.ts',
        output: '+14 lines, the old lexer still there',
      },
      2.2,
    ),
    { type: 'replace-file', file: notes.file, text: tickBoxes(notesText, 2) },
    wait(2.2),
    split.step,
    wait(1),
  ]
}

function moveTheCallers(working: Checklist, moved: Checklist): readonly DemoStep[] {
  return [
    working.step,
    say('I leave parse() its name: too many people import it.'),
    wait(2.5),
    ...moveAll(callerList(callers), callers),
    wait(1),
    { type: 'plan-removed', plan: callerPlan },
    wait(2),
    moved.step,
    wait(1),
  ]
}

function callerList(paths: readonly string[]): Checklist {
  return checklist(
    callerPlan,
    paths.map((path) => ({ key: path, content: path })),
  )
}

/** Each caller takes a third of a second: about six updates a second. */
function moveAll(list: Checklist, paths: readonly string[]): readonly DemoStep[] {
  const steps: DemoStep[] = [list.step, wait(0.6)]
  let now = list
  for (const path of paths) {
    now = now.change({ [path]: 'in_progress' })
    steps.push(now.step, wait(0.2))
    now = now.change({ [path]: 'completed' })
    steps.push(now.step, wait(0.16))
  }
  return steps
}

function askToDelete(before: Checklist): readonly DemoStep[] {
  const asking = before.change({ delete: 'in_progress' })
  const deleted = asking.change({ delete: 'completed' })
  const kept = asking.change({ delete: { status: 'completed', content: 'Mark the old lexer as deprecated' } })
  const edit = tool(
    {
      id: 'edit-3',
      kind: 'edit',
      title: 'Delete the old lexer from src/parser.ts',
      path: 'src/parser.ts',
      output: '−182 lines',
    },
    0.8,
  )
  return [
    asking.step,
    wait(0.6),
    {
      type: 'ask',
      question: {
        toolCallId: 'edit-3',
        title: 'Delete the old lexer from src/parser.ts?',
        kind: 'edit',
        path: `${projectRoot}/src/parser.ts`,
        text: 'Lines 31–212 have no caller any more.\n\n```diff\n-function lex(source: string): RawToken[] {\n-  // …180 lines…\n-}\n```',
        options: [
          { id: 'allow', name: 'Yes, this time', kind: 'allow_once', leadsTo: [...edit, ...finish(deleted)] },
          {
            id: 'allow-always',
            name: 'Yes, and don’t ask about edits again',
            kind: 'allow_always',
            leadsTo: [...edit, say('Thank you, I won’t ask about edits again.'), ...finish(deleted)],
          },
          {
            id: 'reject',
            name: 'No, keep it',
            kind: 'reject_once',
            leadsTo: [say('Then it stays, marked as deprecated.'), wait(0.8), ...finish(kept)],
          },
        ],
      },
    },
  ]
}

function finish(before: Checklist): readonly DemoStep[] {
  const testing = before.change({ tests: 'in_progress' })
  const escapes = testing.add({ key: 'escapes', content: 'Add tests for escapes: \\" and \\\\' }, 'rename')
  const tested = escapes.change({ tests: 'completed', escapes: 'in_progress' })
  const escaped = tested.change({ escapes: 'completed', readme: 'in_progress' })
  const npmTest = { kind: 'execute', title: 'npm test', rawInput: { command: 'npm test' } } as const
  return [
    before.step,
    wait(0.8),
    testing.step,
    ...tool(
      {
        id: 'test-1',
        ...npmTest,
        status: 'failed',
        output: '1 failed: "a \\"b\\" c" keeps its inner quotes',
      },
      1.5,
    ),
    think('The backslash is gone before the parser sees it. Escapes need tests of their own.'),
    escapes.step,
    wait(2.2),
    { type: 'replace-file', file: notes.file, text: tickBoxes(notesText, 2) + notesFinding },
    wait(2.5),
    tested.step,
    ...tool({ id: 'test-2', ...npmTest, output: '2 files import the old path: examples/' }, 1.2),
    say('The examples still use the old path: back to the list of callers.'),
    wait(0.4),
    ...moveAll(callerList([...callers, ...lateCallers]).change(allDone), lateCallers),
    wait(1.8),
    escaped.step,
    ...tool({ id: 'test-3', ...npmTest, output: '214 passed' }, 1.2),
    { type: 'write-file', file: notes.file, text: tickBoxes(notesText, 4) + notesFinding },
    markdown(design, tickBoxes(designText, 3)),
    wait(2.2),
    ...tool(
      { id: 'edit-4', kind: 'edit', title: 'Edit README.md', path: 'README.md', output: '+9 lines' },
      0.8,
    ),
    escaped.change({ readme: 'completed' }).step,
    say('Done: the tokenizer lives in its own file, 11 callers moved, 214 tests pass. 🚀'),
  ]
}

const allDone = Object.fromEntries(callers.map((path) => [path, 'completed'] as const))
