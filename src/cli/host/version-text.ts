import { devDependencies } from '../../../package.json'
import { programVersion } from './version.ts'

/** This program's version on the first line, then what bug reports need: Node, the platform, and the protocol's SDK. */
export const versionText = [
  programVersion,
  `Node ${process.versions.node}`,
  `${process.platform} ${process.arch}`,
  `ACP SDK ${devDependencies['@agentclientprotocol/sdk']}`,
].join('\n')
