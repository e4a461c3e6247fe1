/** One JSON-RPC message as it goes over the wire. https://agentclientprotocol.com/protocol/transports */
export function rpcLine(message: object): string {
  return `${JSON.stringify(message)}\n`
}

/** Error codes of JSON-RPC and ACP that mean something to us. */
export const rpcCodes = {
  invalidParams: -32602,
  methodNotFound: -32601,
  authRequired: -32000,
  unsupportedVersion: -32022,
  requestCancelled: -32800,
} as const
