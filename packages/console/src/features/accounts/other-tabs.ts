/** What tabs of one browser tell each other: they share one sign-in. */
type Word = { kind: 'left' } | { kind: 'entered'; userId: number }

const channel = new BroadcastChannel('parlance-session')

export const tellTabs = (word: Word) => channel.postMessage(word)

export function onWordOfTab(listener: (word: Word) => void): void {
  channel.onmessage = ({ data }) => listener(data as Word)
}
