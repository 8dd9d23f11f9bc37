/** Puts a text where Ctrl+V takes it from. */
export async function copyText(text: string): Promise<void> {
  // Browsers have this only on pages that came over TLS or from this machine.
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
