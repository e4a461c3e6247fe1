import { endsItsTurn, type DemoScenario, type DemoStep } from '../scenario.ts'
import { say, think, tool, wait } from '../steps.ts'

const todos = ['Read the failing test', 'Find the off-by-one', 'Fix it', 'Run the tests: “naïve”, 漢字, 🧪']

/** An agent that keeps its to-dos in a tool of its own and never reports a plan, as some real ones do. */
export const noPlanScenario: DemoScenario = {
  name: 'no-plan',
  title: 'an agent that works and calls a todo tool, but sends no plan',
  seconds: 12,
  prompt: 'Fix the failing test',
  end: endsItsTurn,
  steps,
}

function steps(): readonly DemoStep[] {
  return [
    { type: 'title', title: 'Fix the failing test' },
    say('Let me write down what I have to do.'),
    wait(0.8),
    ...todowrite(0),
    ...tool(
      {
        id: 'read-1',
        kind: 'read',
        title: 'Read test/slice.test.ts',
        path: 'test/slice.test.ts',
        output: '61 lines',
      },
      2,
    ),
    ...todowrite(1),
    think('slice(0, n) is fine; slice(-n) is not when n is 0.'),
    wait(2),
    ...todowrite(2),
    say('Found it: slice(-0) takes everything.'),
    ...tool(
      { id: 'edit-1', kind: 'edit', title: 'Edit src/slice.ts', path: 'src/slice.ts', output: '+1 −1' },
      2,
    ),
    ...todowrite(3),
    ...tool({ id: 'test-1', kind: 'execute', title: 'npm test', output: '61 passed' }, 2.5),
    ...todowrite(4),
    say('The test passes.'),
  ]
}

/** The tool as opencode has it: the list is in `rawInput.todos`, and no plan update follows. */
function todowrite(done: number): readonly DemoStep[] {
  const list = todos.map((content, index) => ({
    id: String(index + 1),
    content,
    status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
    priority: 'medium',
  }))
  const left = list.filter((todo) => todo.status !== 'completed').length
  return tool(
    {
      id: `todo-${done}`,
      kind: 'other',
      title: 'todowrite',
      rawInput: { todos: list },
      output: `${left} todos`,
    },
    0.4,
  )
}
