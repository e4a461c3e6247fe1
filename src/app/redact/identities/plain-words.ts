/**
 * Common words that may be names of users or machines, too. Texts would be unreadable, and messages invalid, without
 * them, so they are replaced only in paths and addresses.
 */
const accounts =
  'root admin administrator user users username guest nobody node ubuntu debian fedora centos alpine ec2-user vagrant runner docker ' +
  'podman codespace vscode www-data daemon system operator default public shared owner me you myself anonymous demo example test tester ' +
  'testing dev devel developer build builder ci bot agent agents service app apps git deploy jenkins postgres mysql mongodb redis nginx ' +
  'apache httpd tomcat elastic kibana grafana prometheus rabbitmq ftp sshd mail backup games man lp news uucp proxy irc gnats sync ' +
  'shutdown halt dbus polkitd chrony messagebus syslog nfsnobody pi oracle hadoop staff wheel sudo adm nogroup tty disk dialout cdrom ' +
  'audio video plugdev netdev kvm libvirt lxd sudoers everyone domain systemd-network systemd-resolve systemd-timesync systemd-coredump ' +
  '_apt _www'
const machines =
  'host hostname localhost localdomain server client machine computer desktop laptop notebook workstation macbook mac linux windows ' +
  'container devcontainer codespaces local internal remote cloud staging production prod main primary'
const protocol =
  'acp jsonrpc json rpc session sessions initialize authenticate auth login logout prompt prompts cancel cancelled load list new resume ' +
  'close delete fork set mode modes model models config option options update updates plan plans entry entries content text image ' +
  'resource resources tool tools call calls kind title status pending progress completed failed priority high medium low method params ' +
  'result error message messages chunk thought request response permission allow reject once always selected outcome terminal terminals ' +
  'read write file files path paths name names value values type types data null true false string number object array id ids key keys ' +
  'meta command commands available current info usage state idle running turn end stop reason link event mark record frame in out err ' +
  'size header trace version home project person claude codex gemini kimi qwen opencode zed copilot goose cursor capabilities capability ' +
  'cwd mcp servers env headers url uri raw locations location old diff locked limit protocol action actions answer kinds refs ref sizes ' +
  'count total cost amount currency parent child order description label labels category group groups enabled supported supports ' +
  'additional directories hint annotations audience blob mime format schema properties property required items item minimum maximum ' +
  'pattern methods vars var args arg exit code signal byte output truncated operations steering queueing embedded context http sse next ' +
  'replay stream streaming ended started at ms time times updated created last first used tokens token cached reasoning thoughts window ' +
  'detail details errors cause problem anthropic openai google mistral hidden plain input question step steps work src lib bin etc tmp ' +
  'usr opt mnt proc ask edit execute think search fetch other move switch notice subagent form proposal'
// Given names and account names that are frequent in sentences and programs.
const everyday =
  'will max min may art grant bill rob pat drew sue faith hope grace joy rich frank miles page bob char int del the and for with from ' +
  'this that not all any are was has had can but one two get put add run use see way day let const return function class import export ' +
  'index readme license package module async await yield static span div svg style color fill width font mono map dash dot line row col x ' +
  'xx xxx'

// Pages of sites and programs: `/home/dashboard` is not a user's.
const pages =
  'dashboard settings profile account accounts about contact signup signin register pages blog help faq terms privacy policy admin-panel ' +
  'api v1 v2 docs doc documentation assets images img css js media upload uploads download downloads private share welcome overview feed ' +
  'inbox notifications favorites bookmarks history cart checkout orders products product categories gallery portfolio team teams members ' +
  'member projects tasks task calendar reports report analytics stats health monitor half twice same equal ten three'

const plainWords = new Set(`${accounts} ${machines} ${protocol} ${everyday} ${pages}`.split(' '))

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

/** Folders beside the users' home directories that belong to no user. */
export function isNobodysFolder(name: string): boolean {
  return minorFolders.has(name.toLowerCase())
}

// Common names of project folders: they reveal nothing.
const folders = new Set(
  (
    'acme awesome base basic bench benchmark binary blank book boot box branch browser bundle cache calculator calendar camera checkout chat ' +
    'checker class classic clean client cloud cluster code codebase collection common compiler component config configuration connector ' +
    'console container controller converter core crate crawler custom dashboard database debug debugger default deployment design desktop ' +
    'directory docker document documentation dotfile download driver editor electron email engine environment example exercise experiment ' +
    'explorer export express extension feature fixture folder formatter framework frontend backend front back full fullstack function game ' +
    'gateway generator generic global graph graphql handler hello helper hook image importer index infra infrastructure install installer ' +
    'integration interface internal java javascript js kernel kotlin kubernetes language launcher layout learning legacy library linter ' +
    'linux loader local logger login machine main manager markdown master memory microservice middleware migration mobile model module ' +
    'mono monorepo monitor native nest network next node notes notebook nuxt old new open operator package parser patch personal php ' +
    'pipeline platform play player playground plugin portal portfolio practice prettier private processor product production program ' +
    'project protocol prototype provider proxy public python query queue react reader redis registry release remote render renderer ' +
    'report repo repository research resource rest result ruby rules runner runtime rust sample sandbox scanner schema scraper script ' +
    'scripts sdk search server service session setting setup shared shell shop simple site sites sketch snippet socket software solution ' +
    'source space spring stack staging standard starter static storage store stream studio style support svelte swift symfony system ' +
    'table task team temp template terminal test testing theme tmp todo todos toolkit toolbox toy tracker training tutorial typescript ' +
    'ubuntu ui unit update upload util utility utils validator vendor version video viewer virtual vite volume vue watcher web webapp ' +
    'webpage website webpack widget wiki windows worker workflow workshop workspace world wrapper writer zed hub lab labs app api cli my ' +
    'our your the and for with from some mine first second final draft stuff things misc data'
  ).split(' '),
)

export function isCommonFolder(word: string): boolean {
  return folders.has(word)
}
