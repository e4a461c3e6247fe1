import { endsItsTurn, type DemoScenario, type DemoStep, type PlanRef } from '../scenario.ts'
import { markdown, say, streamMarkdown, tickBoxes, wait } from '../steps.ts'

const plan: PlanRef = { dialect: 'c', id: 'proposal' }

const text = `# Offline mode for the reader

*Draft 3* — see [the tracking issue](https://example.com/issues/212 "issue 212"), <https://example.com/rfc> or write to <reader@example.com>.

## Goals

1. Articles that were opened once stay readable
2. Reading position survives a restart
   1. per device first
   2. shared between devices later
3. No spinner that never ends
   - show what is there
   - say what is missing: “3 of 12 pictures”

## Storage

| what | where | limit | notes |
|:--|:--|--:|:-:|
| article text | IndexedDB | 50 MB | compressed |
| pictures | Cache API | 200 MB | oldest go first |
| position | localStorage | 1 KB | ✓ |
| 日本語の記事 | IndexedDB | 50 MB | 縦書き too |
| café ☕ feed | IndexedDB | 5 MB | 🚀 first |

\`\`\`ts
/** Opens the store; an older version is migrated in place. */
export async function openStore(name = 'reader'): Promise<Store> {
  const db = await open(name, { version: 3, upgrade })
  return { read: (id) => db.get('articles', id), close: () => db.close() }
}
\`\`\`

\`\`\`diff
-const article = await fetch(url)
+const article = (await store.read(id)) ?? (await fetch(url))
\`\`\`

\`\`\`
no language here: plain text, exactly as it stands
    with its    spaces
\`\`\`

> **Risk.** Safari throws stored data away after seven days.
>
> > Ask for persistent storage, and say so when it is refused.

---

### Tasks

- [ ] Schema and migration
- [ ] Read through the store
  - [ ] text
  - [ ] pictures
- [ ] An “offline” mark that is ~~red~~ calm
- [ ] Tests: airplane mode, full disk, two tabs

![the states of an article](https://example.com/states.png)

Ein sehr langes Wort: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft, and a path that has no blank in it: \`packages/reader/src/offline/store/migrations/2026-11-20-add-reading-position.ts\`.
`

const boxes = 6

/** A markdown plan as models write it: in pieces, cut anywhere, with everything that markdown has. */
export const markdownScenario: DemoScenario = {
  name: 'markdown',
  title: 'a markdown plan that streams in, cut anywhere: tables, code, task boxes, links',
  seconds: 17,
  prompt: 'Draft a design for an offline mode',
  end: endsItsTurn,
  steps,
}

function steps(): readonly DemoStep[] {
  const ticking = Array.from({ length: boxes }, (_, done) => [
    markdown(plan, tickBoxes(text, done + 1)),
    wait(0.7),
  ]).flat()
  return [
    { type: 'title', title: 'Design an offline mode' },
    say('Here is a draft.'),
    ...streamMarkdown(plan, text, { pieceLength: 23, seconds: 0.14 }),
    wait(1.5),
    say('And now the tasks, one by one.'),
    wait(0.5),
    ...ticking,
  ]
}
