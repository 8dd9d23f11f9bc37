/** Written as a list of words, since most rows are short; what has a space inside stands by itself. */
const words = (text: string) => text.trim().split(/\s+/)
const hosts = (text: string) => words(text).map((host) => `http://${host}/`)

/** URLs as users send them, by the reason for which they are refused. `localhost` and its like lead to 127.0.0.1. */
export const REFUSED_URLS: Record<string, string[]> = {
  'loopback in plain, short, decimal, octal and hex': hosts(`
    127.0.0.1 127.0.0.53 127.255.255.254 127.1 127.0.1 127.65535 2130706433 017700000001 0177.0.0.1 0177.0.0.01
    0177.1 00000177.1 0x7f.1 0x7f.0.0.1 0x7f000001 0x7F000001 0X7f.0x0.0x0.0x1 0x7f.0.1
    127.0x1 127.0.0.0x1 127.0.0.01`),
  'loopback with a dot at its end, escaped or in other letters': hosts(`
    127.0.0.1. 127.1. 2130706433. 0x7f000001. %31%32%37.0.0.1 127%2e0%2e0%2e1 ①②⑦.⓪.⓪.① １２７．０．０．１
    127。0。0。1 127．0．0．1 127｡0｡0｡1 𝟏𝟐𝟕.𝟎.𝟎.𝟏 ⑫7.0.0.1 ²130706433 0ｘ7ｆ.1`),
  'names of this machine': hosts(`
    localhost LOCALHOST LocalHost localhost. ⓛocalhost ⓁⓄⒸⒶⓁⒽⓄⓈⓉ ｌｏｃａｌｈｏｓｔ l%6fcalhost loc\u00adalhost a.localhost
    a.b.localhost. 127.0.0.1.localhost`),
  'this network, which some systems take for loopback': hosts(
    '0 0. 0.0.0.0 00 0x0 0x0.0 0.0 0.1 0.0.0.1 0.255.255.255',
  ),
  'private networks': hosts(`
    10.0.0.1 10.1 10.255.255.255 0xa.1 012.0.0.1 167772161 172.16.0.1 172.31.255.255 0xac.0x10.1 2886729729 192.168.0.1
    192.168.1 192.168.65535 3232235521 0xc0a80001 0300.0250.0.1 １９２.１６８.０.１`),
  'link-local networks and the metadata of clouds': hosts(`
    169.254.169.254 169.254.0.1 169.254.43518 169.16689662 2852039166 0xa9fea9fe 0xA9.0xFE.0xA9.0xFE 0251.0376.0251.0376
    169。254。169。254 ①⑥⑨.②⑤④.①⑥⑨.②⑤④ 169.254.169.254. 100.100.100.200 [fd00:ec2::254] [fe80::a9fe:a9fe] 192.0.0.192`),
  'shared, protocol, benchmark and documentation networks': hosts(`
    100.64.0.1 100.127.255.254 0x64400001 192.0.0.1 192.0.0.8 192.0.0.170 192.0.0.255 192.0.2.1 198.18.0.1
    198.19.255.255 198.51.100.7 203.0.113.9 192.88.99.1`),
  'multicast, reserved and broadcast': hosts(`
    224.0.0.1 224.0.0.251 239.255.255.250 0xe0000001 240.0.0.1 254.255.255.255 255.255.255.255 4294967295 0xffffffff
    037777777777`),
  'IPv6 that is unspecified, loopback, local or multicast': hosts(`
    [::] [::0] [0:0:0:0:0:0:0:0] [::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::0.0.0.1] [0::1]
    [fc00::1] [FD12:3456:789A::1] [fdff:ffff::] [fe80::1] [FE80::1] [febf::1] [fec0::1] [feff::1] [ff02::1] [ff0e::1]
    [ff05::1:3] [ffff::]`),
  'IPv6 that is set aside': hosts(`
    [100::1] [100:0:0:1::1] [2001:db8::1] [2001:DB8:ffff::] [3fff::1] [3fff:fff::1] [5f00::1] [2001:10::1] [2001:1f::1]
    [2001:20::1] [2001:2f::1] [2001:30::1] [2001:2::1] [2001::1] [2001:0:4136:e378:8000:63bf:3fff:fdd2] [2001:1ff::1]
    [200::1] [4000::1] [8000::1] [e000::1] [fe00::1] [1::1]`),
  'IPv4 inside IPv6, whatever it holds': hosts(`
    [::ffff:127.0.0.1] [::FFFF:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::ffff:10.0.0.1]
    [::ffff:a9fe:a9fe] [::ffff:169.254.169.254] [::ffff:0.0.0.0] [::ffff:1.1.1.1] [::127.0.0.1] [::7f00:1] [::10.0.0.1]
    [::1.1.1.1] [::ffff:0:127.0.0.1] [::ffff:0:1.1.1.1]`),
  'a private address behind a translator': hosts(`
    [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:FF9B::10.0.0.1] [64:ff9b::169.254.169.254] [64:ff9b::192.168.1.1]
    [64:ff9b::0.0.0.0] [64:ff9b::100.64.0.1] [64:ff9b:1::1.1.1.1] [64:ff9b:1::127.0.0.1] [64:ff9b:1:ffff::10.0.0.1]
    [2002:7f00:1::1] [2002:7f00:1::] [2002:a00:1::1] [2002:c0a8:101::1] [2002:a9fe:a9fe::] [2002:e000:1::1]`),
  'addresses in URLs of an odd shape': [
    ...words(String.raw`http:127.0.0.1 http:/127.0.0.1 http:///127.0.0.1/ http:\\127.0.0.1\x http:/\127.0.0.1
      http://127.0.0.1?x http://127.0.0.1#@1.1.1.1/ http://127.0.0.1\@1.1.1.1/ http://1.1.1.1@127.0.0.1/
      HTTP://127.0.0.1/ hTTps://127.0.0.1/ http://127.0.0.1:80 http://127.0.0.1:00080/ http://[::1]:443/`),
    ' http://127.0.0.1/ ',
    'ht\ntp://127.0.0.1/',
    'http://127.0.\t0.1/',
    'http://127\r\n.0.0.1/',
  ],
  'zones and other hosts that cannot be read': [
    ...hosts(`[fe80::1%25eth0] [fe80::1%eth0] [::1%1] [::1%25lo] [::1]. 1.1.1.1.1 256.1.1.1 1.2.3.08 0x.0x1g.1
      127.0.0.1%2f 127.0.0.1%00 127.0.0.1%20 4294967296 [] [1.1.1.1] [::ffff:256.0.0.1] [1:2:3] exa%6dple%2ecom%3a80`),
    'http://',
    'http://exa mple.com/',
    'http://example.com:65536/',
    'http://example.com:port/',
    'example.com',
    '//example.com/',
    '',
  ],
  'schemes other than http and https':
    words(`ftp://example.com/ file:///etc/passwd gopher://example.com/ ws://example.com/
    wss://example.com/ javascript:alert(1) data:text/plain,x unix:/var/run/docker.sock httpx://example.com/
    http+unix://%2Fvar%2Frun/x blob:http://example.com/x about:blank`),
  credentials: words(`http://me:secret@example.com/ http://me@example.com/ https://:secret@example.com/
    http://me:@example.com/ http://%6de@example.com/ http://a@b@example.com/ http://example.com:80@example.com/`),
}

export const ALLOWED_URLS: string[] = [
  ...hosts(`1.1.1.1 100.63.255.254 100.128.0.1 172.32.0.1 [2606:4700:4700::1111] [64:ff9c::1] bücher.example 例え.jp`),
  ...hosts(`8.8.8.8 8.8.2056 134744072 0x08080808 010.8.8.8 １.１.１.１ 1.1.1.1. 172.15.255.255 192.167.1.1 169.253.0.1
    223.255.255.254 [2001:4860:4860::8888] [2A00:1450::1] [64:ff9b::1.1.1.1] [2002:101:101::1] [2001:200::1]
    example.com EXAMPLE.com. a-b_c.example.com localhost.example.com 10.0.0.1.example.com xn--bcher-kva.example`),
  'https://example.com:8443/hooks/1?token=a%20b&me@x=1#part',
  'https://example.com/http://127.0.0.1/',
  'http://example.com:80/',
]

interface Edge {
  inside: string[]
  outside: string[]
}

const edge = (inside: string, outside = ''): Edge => ({ inside: words(inside), outside: outside ? words(outside) : [] })

/** The first and last address of each range, and their neighbours outside of it. */
export const EDGES: Record<string, Edge> = {
  '0.0.0.0/8': edge('0.0.0.0 0.255.255.255', '1.0.0.0'),
  '10.0.0.0/8': edge('10.0.0.0 10.255.255.255', '9.255.255.255 11.0.0.0'),
  '100.64.0.0/10': edge('100.64.0.0 100.127.255.255', '100.63.255.255 100.128.0.0'),
  '127.0.0.0/8': edge('127.0.0.0 127.255.255.255', '126.255.255.255 128.0.0.0'),
  '169.254.0.0/16': edge('169.254.0.0 169.254.255.255', '169.253.255.255 169.255.0.0'),
  '172.16.0.0/12': edge('172.16.0.0 172.31.255.255', '172.15.255.255 172.32.0.0'),
  '192.0.0.0/24': edge('192.0.0.0 192.0.0.255', '191.255.255.255 192.0.1.0'),
  '192.0.2.0/24': edge('192.0.2.0 192.0.2.255', '192.0.1.255 192.0.3.0'),
  '192.168.0.0/16': edge('192.168.0.0 192.168.255.255', '192.167.255.255 192.169.0.0'),
  '198.18.0.0/15': edge('198.18.0.0 198.19.255.255', '198.17.255.255 198.20.0.0'),
  '198.51.100.0/24': edge('198.51.100.0 198.51.100.255', '198.51.99.255 198.51.101.0'),
  '203.0.113.0/24': edge('203.0.113.0 203.0.113.255', '203.0.112.255 203.0.114.0'),
  '224.0.0.0/3': edge('224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255', '223.255.255.255'),
  '64:ff9b:1::/48': edge('64:ff9b:1:: 64:ff9b:1:ffff:ffff:ffff:ffff:ffff', '64:ff9b:2::'),
  '2000::/3': edge('1fff:ffff:: 4000::', '2000:: 3ffe:ffff::'),
  '2001::/23': edge('2001:: 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff:: 2001:200::'),
  '2001:db8::/32': edge('2001:db8:: 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff:: 2001:db9::'),
  '3fff::/20': edge('3fff:: 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff:ffff:: 3fff:1000::'),
  '5f00::/16': edge('5f00:: 5f00:ffff::'),
  'fc00::/7': edge('fc00:: fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'),
  'fe80::/10': edge('fe80:: febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'),
  'fec0::/10': edge('fec0:: feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'),
  'ff00::/8': edge('ff00:: ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'),
}
