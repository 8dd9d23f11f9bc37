export function EditorScreen() {
  return <div />
}
