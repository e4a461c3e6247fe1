/** The source of an agent that answers one prompt with a file plan. */
export function agentScript(uri: string): string {
  return `
    const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
    const update = (update) => send({ method: 'session/update', params: { sessionId: 's', update } })
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line)
      if (method === 'initialize') send({ id, result: { protocolVersion: 1, agentInfo: { name: 'a', version: '1' } } })
      else if (method === 'session/new') send({ id, result: { sessionId: 's' } })
      else if (method === 'session/prompt') {
        update({ sessionUpdate: 'plan_update', plan: { type: 'file', planId: 'p', uri: ${JSON.stringify(uri)} } })
        send({ id, result: { stopReason: 'end_turn' } })
      }
    })`
}
