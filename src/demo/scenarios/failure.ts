import { checklist } from '../checklist.ts'
import type { DemoScenario, DemoStep } from '../scenario.ts'
import { say, think, tool, wait } from '../steps.ts'

const status = 3

const work = checklist({ dialect: 'a' }, [
  { key: 'connect', content: 'Connect to the build server' },
  { key: 'fetch', content: 'Fetch the last ten builds', priority: 'high' },
  { key: 'compare', content: 'Compare their timings' },
  { key: 'report', content: 'Write the report — “où va le temps ?”', priority: 'low' },
])

/** The agent works for a while, complains on stderr and dies in the middle of the turn. */
export const failureScenario: DemoScenario = {
  name: 'failure',
  title: `an agent that works a while, complains, and dies with status ${status}`,
  seconds: 7,
  prompt: 'Why have the builds become slow?',
  end: { type: 'exit', status },
  steps,
}

function steps(): readonly DemoStep[] {
  const connected = work.change({ connect: 'completed', fetch: 'in_progress' })
  return [
    { type: 'title', title: 'Find out why builds are slow' },
    say('I will ask the build server.'),
    work.step,
    wait(1),
    work.change({ connect: 'in_progress' }).step,
    ...tool(
      { id: 'connect-1', kind: 'fetch', title: 'GET http://127.0.0.1:8080/builds', output: '200 OK' },
      1.5,
    ),
    connected.step,
    wait(1),
    { type: 'complain', text: 'warning: build 7 took 9 s to answer, trying again (1 of 3)\n' },
    wait(1),
    { type: 'complain', text: 'warning: build 7 did not answer, trying again (2 of 3)\n' },
    think('The server has become very slow itself.'),
    wait(1),
    ...tool(
      {
        id: 'fetch-1',
        kind: 'fetch',
        title: 'GET http://127.0.0.1:8080/builds/7',
        status: 'failed',
        output: 'connection refused',
      },
      1,
    ),
    {
      type: 'complain',
      text: 'Error: connect ECONNREFUSED 127.0.0.1:8080\n    at fetchBuild (/demo/agent/builds.js:31:11)\n    at async run (/demo/agent/main.js:12:3)\n',
    },
    wait(0.3),
    { type: 'fail', status },
  ]
}
