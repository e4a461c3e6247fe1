import { endsItsTurn, type DemoScenario, type DemoStep } from '../scenario.ts'
import { say, tickBoxes, wait } from '../steps.ts'

const plan = { dialect: 'b', id: 'migration' } as const
const file = 'migration.md'
const config = 'targets.json'

const text = `# Move to PostgreSQL 18

- [ ] take a snapshot
- [ ] dry run on staging
- [ ] switch the replicas
- [ ] switch the primary — Zürich first, then 東京
- [ ] drop the old cluster
`

const targets = { staging: 'pg18', replicas: 'pg18', primary: 'pg17' }

/** A plan that lives in a file: the agent names it once, and what happens to the file is all there is to see. */
export const fileScenario: DemoScenario = {
  name: 'file',
  title: 'a plan in a file: edited, replaced, deleted and made again while you watch',
  seconds: 17,
  prompt: 'Plan the database migration in a file',
  end: endsItsTurn,
  steps,
}

function steps(): readonly DemoStep[] {
  return [
    { type: 'title', title: 'Plan the database migration' },
    { type: 'write-file', file, text },
    say('The plan is in a file. Watch it.'),
    { type: 'plan', plan, body: { type: 'file', file } },
    wait(2.5),
    say('An edit in place,'),
    { type: 'write-file', file, text: tickBoxes(text, 1) },
    wait(2),
    say('a new file put in its place,'),
    { type: 'replace-file', file, text: tickBoxes(text, 2) },
    wait(2),
    say('gone,'),
    { type: 'delete-file', file },
    wait(3),
    say('and there again.'),
    { type: 'write-file', file, text: tickBoxes(text, 4) },
    wait(2),
    say('A file need not be markdown.'),
    { type: 'write-file', file: config, text: `${JSON.stringify(targets, null, 2)}\n` },
    { type: 'plan', plan: { dialect: 'd', id: 'targets' }, body: { type: 'file', file: config } },
    wait(2),
    {
      type: 'replace-file',
      file: config,
      text: `${JSON.stringify({ ...targets, primary: 'pg18' }, null, 2)}\n`,
    },
    wait(2),
    // The same id may name another content at any time; here it comes back to the first.
    { type: 'plan', plan, body: { type: 'file', file } },
    { type: 'replace-file', file, text: tickBoxes(text, 5) },
    wait(1.5),
    say('Done.'),
  ]
}
