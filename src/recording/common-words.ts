/*
 * Words that may stay in an anonymised free text, but not in names and hosts: the vocabulary of services, containers,
 * firewalls and browsers, without names of people, companies or places.
 */
const COMMON = `
a about above accept accepted access account accounts action actions active actuator add added address addresses admin
after again agent ago all allow allowed already an and any api apis app application applications apps are argument
arguments as ascii asn aspx asset assets associated at attack attacks attempt attempts auth authentication authorization
auto automated available average aws away back backend backoff backup bad base based basic basket batch be because become been
before behind being below benchmark between beyond blind block blocked body bot bots bound browser buffer build bundle
burst but by bytes cache call called calls can cancelled cannot canonical capacity cart category cert certificate cgi challenge
challenged change changed changes character characters charset check checkpoint checks chunk class classic clean client clients close closed cluster
code codes collection com command common compatible complete completed component concat concatenated config configuration
conflict connect connected connecting connection connections contact contain container containers content control cookie
cookies copy core corp corrupt could count counts country cpu crash crashed crashloopback crashloopbackoff create created
containercreating credential credentials cross css csv current custom daily data database date day days db deadline debug
declared default delay delete deleted deleting delivery denied deny deploy deployed deployment deployments destination detail details detected detection
detects dev device digest dir directory disabled disk display dns document does domain done down download duplicate during each
edge edit else email empty enabled encoded encoding end ended endpoint endpoints engine enough entries entry env environment error
errors eval event events every exceeded except exceptions exec executable execution exist exists exit exited expected expired
expression extension external fail failed failing failure failures false fatal feature feed field fields file files filter
filters find first flag flags for forbidden form format found from full function gateway gathering generic get git
global gone good got grade granted group groups had handler handshake has have head header headers health healthy heartbeat
heartbeats help hidden high hit hits home host hostname hosts hour hours how htaccess htm html http https icon id identifier identity idle if
ignore ignored image images img import in inactive include index info information init initial inject injection input
insert inside install instance instances insufficient intercepted internal interrupted into invalid io ip ipv is issue issues it item
items its java javascript jndi job jobs jpeg jpg js json key keys kill killed known label lang language large last latency later
latest ldap leak leakage leaked length less level library libinjection like limit limited limits line link list listen listening liveness load local locale
location lock locked log logged login logins logout logon logs long looking lost low main malformed mail manifest many map match matched matches max maximum may
media memory menu message messages method methods metric metrics min minimum minute minutes miss missing mode model module more most
mount moved much multiple must name named names net network networks new newest next no node nodes none normal not nothing notfound
notready notready notscheduled notstarted now null number numbers object occurred of off offline ok old oldest on once one
online only oom oomkilled open opened operation operations option options or oracle order orders org origin other others out
outside over overdue own owner package page pages parameter parameters part parse parsed partial pass passed passwd password
past patch path paths pattern payload payment peer pending per percent permission permissions php phpmyadmin phpunit pid ping
place plain plan platform png pod pods point policy pool port ports post potential prepared prevent preview previous price prices private probe
probes probing probings problem process processes product products production profile progress progressing prohibited protection protocol
proxied proxy public pull put python query question queue quota range rate rce read readiness reading ready reason received
record records recover recovered recovery redirect refused region regions register regular reject rejected relay release remote removed
replaced reply report request requested requests required reset resolve resolved resource resources response responses restart
restarted restarting restarts restored restricted result results retry retries return returned revision robots role root route router rule rules run
running runs safe same sandbox scan scanned scanner scans scheduled scheme schema script scripts search second seconds secret secrets section
security seen segment select send sensitive sent sequence serial server servers service services session sessions set
setting settings setup severity shell should shutdown shutting signal signature signin signup since site sitemap size sleep slow small
socket some source space spec specification sql sqli sqlmap src ssh ssl stage staging stale standard start started starting startup state statement
static status stdin step still stopped stopping storage store stored stream strict string style subject submit succeeded success suspended svg
switched syntax system table tables tag target task tasks team temp temporarily temporary terminated terminating test tests text than that the their them then
there these they this thread threads throttled time timed timeout times timestamp tls tmp to token tokens too total trace traffic transfer traversal
tried trigger true try trying two txt type unable unauthorized unavailable undefined under unexpected unhealthy union unit unix unknown
unreachable unresponsive until up update updated upgrade upload upstream uri url usage use used user userinfo username users using utf utc util valid validation value
values variable variables vendor version versions very via view violation visit visitors volume volumes vulnerability waf wait waiting waitfor was watch web
webhook week well were when where which while who will window with within without work worker workers works would wp write written
wrong www xml xmlrpc xss yaml year yes you your zero zone zones
alg bearer get head patch trace connect options
accepted notice warning critical medium emergency informational custom
aaaa cname txt mx srv caa ptr ns soa svcb https tlsa
mozilla applewebkit khtml gecko chrome safari firefox edg mobile headlesschrome linux windows macintosh iphone android win
x64 x86 x11 wow64 nt intel mac os curl wget okhttp aiohttp requests scrapy go nginx envoy log4j log4shell mysql mssql information_schema
pmf rx pm streq contains beginswith endswith within eq gt lt detectsqli detectxss validatebyterange
forwarded proto for encoding language gzip deflate br identity slicerange requeststatecode requestid keep alive
often says due first seen couldbebetter notbad doinggreat graded better worse records heartbeat issues wants known anonymised
`;

const WORDS: ReadonlySet<string> = new Set(COMMON.split(/\s+/).filter(Boolean));

/** Whether a lower-case word identifies nobody. */
export const isCommonWord = (word: string): boolean => WORDS.has(word);
