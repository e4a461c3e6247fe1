import { checklist } from '../checklist.ts'
import { endsItsTurn, type DemoScenario, type DemoStep } from '../scenario.ts'
import { markdown, projectRoot, say, tool, wait } from '../steps.ts'

const proposal = { dialect: 'c', id: 'proposal' } as const

const firstDraft = `# Drop the legacy export

1. Delete \`src/export/legacy.ts\`
2. Delete its 14 tests
3. Say so in the changelog
`
const secondDraft = `${firstDraft}4. Keep \`--legacy\` for one release, with a warning
`

const work = checklist({ dialect: 'a' }, [
  { key: 'propose', content: 'Propose how to drop the legacy export' },
  { key: 'delete', content: 'Delete src/export/legacy.ts', priority: 'high' },
  { key: 'tests', content: 'Run the tests' },
])

/** Two questions: may I carry this plan out, and may I touch this file? Each answer goes its own way. */
export const permissionScenario: DemoScenario = {
  name: 'permission',
  title: 'a plan that wants approval, then an edit that does',
  seconds: 6,
  prompt: 'Get rid of the legacy export',
  end: endsItsTurn,
  steps,
}

function steps(): readonly DemoStep[] {
  return [
    { type: 'title', title: 'Drop the legacy export' },
    work.change({ propose: 'in_progress' }).step,
    wait(0.8),
    markdown(proposal, firstDraft),
    wait(1.2),
    markdown(proposal, secondDraft),
    wait(0.8),
    askForApproval(),
  ]
}

function askForApproval(): DemoStep {
  return {
    type: 'ask',
    question: {
      toolCallId: 'approve-1',
      title: 'Carry out this plan?',
      kind: 'switch_mode',
      text: secondDraft,
      rawInput: { plan: secondDraft },
      options: [
        {
          id: 'bypass',
          name: 'Yes, and bypass permissions',
          kind: 'allow_always',
          leadsTo: [say('Going ahead without further questions.'), ...carryOut()],
        },
        { id: 'approve', name: 'Yes, and ask before each edit', kind: 'allow_once', leadsTo: [askForEdit()] },
        {
          id: 'keep-planning',
          name: 'Keep planning',
          kind: 'reject_once',
          leadsTo: [
            say('Then I keep planning. Tell me what is missing.'),
            work.change({ propose: 'completed', delete: 'cancelled', tests: 'cancelled' }).step,
          ],
        },
      ],
    },
  }
}

function askForEdit(): DemoStep {
  return {
    type: 'ask',
    question: {
      toolCallId: 'delete-1',
      title: 'Delete src/export/legacy.ts?',
      kind: 'edit',
      path: `${projectRoot}/src/export/legacy.ts`,
      text: '```diff\n-export function legacyExport(rows: Row[]): string {\n-  // …96 lines…\n-}\n```',
      options: [
        { id: 'allow', name: 'Allow once', kind: 'allow_once', leadsTo: carryOut() },
        {
          id: 'allow-always',
          name: 'Always allow edits in src/export',
          kind: 'allow_always',
          leadsTo: [say('Noted: edits in src/export need no question any more.'), ...carryOut()],
        },
        {
          id: 'reject',
          name: 'Reject',
          kind: 'reject_once',
          leadsTo: [
            work.change({ propose: 'completed', delete: 'cancelled', tests: 'completed' }).step,
            say('The file stays, then.'),
          ],
        },
      ],
    },
  }
}

function carryOut(): readonly DemoStep[] {
  const deleting = work.change({ propose: 'completed', delete: 'in_progress' })
  const testing = deleting.change({ delete: 'completed', tests: 'in_progress' })
  return [
    deleting.step,
    ...tool(
      {
        id: 'delete-1',
        kind: 'edit',
        title: 'Delete src/export/legacy.ts',
        path: 'src/export/legacy.ts',
        output: '−98 lines',
      },
      1.5,
    ),
    testing.step,
    ...tool({ id: 'test-1', kind: 'execute', title: 'npm test', output: '201 passed' }, 2),
    testing.change({ tests: 'completed' }).step,
    say('The legacy export is gone.'),
  ]
}
