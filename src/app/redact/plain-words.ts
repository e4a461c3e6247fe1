/**
 * Words that are no user's and no machine's own, though somebody may be called so: a text without them cannot be read, and a
 * wire without them is broken. They are replaced in paths and addresses only.
 */
const accounts =
  'root admin administrator user users username guest nobody node ubuntu debian fedora centos alpine ec2-user vagrant ' +
  'runner docker podman codespace vscode www-data daemon system operator default public shared owner me you myself ' +
  'anonymous demo example test tester testing dev devel developer build builder ci bot agent agents service app apps'
const machines =
  'host hostname localhost localdomain server client machine computer desktop laptop notebook workstation macbook mac ' +
  'linux windows container devcontainer codespaces local internal remote cloud staging production prod main primary'
const protocol =
  'acp jsonrpc json rpc session sessions initialize authenticate auth login logout prompt prompts cancel cancelled load ' +
  'list new resume close delete fork set mode modes model models config option options update updates plan plans entry ' +
  'entries content text image audio resource resources tool tools call calls kind title status pending progress ' +
  'completed failed priority high medium low method params result error message messages chunk thought request ' +
  'response permission allow reject once always selected outcome terminal terminals read write file files path paths ' +
  'name names value values type types data null true false string number object array id ids key keys meta command ' +
  'commands available current info usage state idle running turn end stop reason link event mark record frame in out ' +
  'err size header trace version home project person claude codex gemini kimi qwen opencode zed copilot goose cursor ' +
  'capabilities capability client cwd mcp servers env headers header url uri raw locations location old diff locked limit ' +
  'protocol agents action actions answer kinds refs ref size sizes count total cost amount currency parent child order ' +
  'description label labels category group groups default enabled supported supports additional directories hint ' +
  'annotations audience blob mime format schema properties property required items item minimum maximum items pattern ' +
  'methods auth vars var args arg exit code signal byte output truncated outcome operations steering queueing embedded ' +
  'context http sse list cursor next replay stream streaming ended started at ms time times updated created last first ' +
  'used usage tokens token cached reasoning thoughts window progress detail details data error errors cause problem ' +
  'anthropic openai google mistral hidden plain input output question answer step steps code work src lib bin etc tmp ' +
  'var usr opt mnt proc ask edit execute think search fetch other move switch notice subagent form proposal'
// Given names and account names that sentences and programs are full of.
const everyday =
  'will mark max min may art grant bill rob pat drew sue faith hope grace joy rich frank miles page bob char int del ' +
  'the and for with from this that not all any are was has had can but one two get put add run use see way day let ' +
  'const return function class import export index readme license package module async await yield static span div ' +
  'svg style color fill width font mono list map item items dash dot line row col x xx xxx'

const plainWords = new Set(`${accounts} ${machines} ${protocol} ${everyday}`.split(' '))

export function isPlainWord(word: string): boolean {
  return plainWords.has(word.toLowerCase())
}

const minorFolders = new Set([
  'shared',
  'public',
  'default',
  'default user',
  'all users',
  'linuxbrew',
  'guest',
])

/** Folders beside those of the users that are nobody's. */
export function isNobodysFolder(name: string): boolean {
  return minorFolders.has(name.toLowerCase())
}
