// What a text is in the page: by its role where it has one, else by its element.

const OF_ROLE: Record<string, string> = {
  button: 'button',
  link: 'link',
  heading: 'heading',
  textbox: 'input',
  searchbox: 'input',
  combobox: 'input',
  spinbutton: 'input',
  slider: 'input',
  checkbox: 'input',
  radio: 'input',
  switch: 'input',
  option: 'option',
  tab: 'tab',
  menuitem: 'menuitem',
  menuitemcheckbox: 'menuitem',
  menuitemradio: 'menuitem',
  columnheader: 'tableheader',
  rowheader: 'tableheader',
  cell: 'cell',
  gridcell: 'cell',
  listitem: 'listitem',
  treeitem: 'listitem',
  dialog: 'dialog',
  alertdialog: 'dialog',
  alert: 'alert',
  status: 'status',
  log: 'status',
  tooltip: 'tooltip',
  img: 'image',
  image: 'image',
  paragraph: 'paragraph',
}

const OF_ELEMENT: Record<string, string> = {
  button: 'button',
  summary: 'button',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  label: 'label',
  legend: 'label',
  input: 'input',
  textarea: 'input',
  select: 'input',
  option: 'option',
  optgroup: 'option',
  th: 'tableheader',
  td: 'cell',
  li: 'listitem',
  dialog: 'dialog',
  output: 'status',
  img: 'image',
  svg: 'image',
  area: 'image',
  p: 'paragraph',
}

const BUTTONS = new Set(['submit', 'button', 'reset', 'image'])
/** They say that the element itself means nothing. */
const NO_ROLE = new Set(['none', 'presentation', 'generic'])

/** Most elements only group or decorate: then it is the next one around that says what it is. */
export function uiTypeOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const type = ownType(at)
    if (type) return type
  }
  return 'text'
}

function ownType(element: Element): string | undefined {
  const role = element.getAttribute('role')
  if (role) {
    const tokens = role.trim().toLowerCase().split(/\s+/)
    const known = tokens.find((token) => token in OF_ROLE || NO_ROLE.has(token))
    if (known) return OF_ROLE[known]
  }
  const name = element.localName
  if (name === 'a') return element.hasAttribute('href') ? 'link' : undefined
  if (name === 'input' && BUTTONS.has((element as HTMLInputElement).type)) return 'button'
  return OF_ELEMENT[name]
}

const ROLE_OF_ATTRIBUTE: Record<string, string> = {
  placeholder: 'placeholder',
  'aria-placeholder': 'placeholder',
  title: 'tooltip',
  alt: 'alt',
}

const ROLE_OF_TYPE: Record<string, string> = {
  button: 'action',
  link: 'action',
  menuitem: 'action',
  heading: 'title',
  label: 'label',
  input: 'label',
  tab: 'label',
  tableheader: 'label',
  option: 'option',
  alert: 'error',
  tooltip: 'tooltip',
}

/** What a text is there for: one in an element, or one of its attributes. */
export function translationRoleOf(element: Element, attribute: string | undefined, uiType: string): string {
  const role = ROLE_OF_ATTRIBUTE[attribute ?? '']
  if (role) return role
  if (attribute === undefined && element.localName === 'title') return 'title'
  if (attribute === undefined && isError(element)) return 'error'
  return ROLE_OF_TYPE[uiType] ?? (attribute === undefined ? 'body' : 'label')
}

/** Told at once to who cannot see it, or named by a field as what is wrong with it. */
function isError(element: Element): boolean {
  if (element.closest('[aria-live=assertive]')) return true
  const id = element.closest('[id]')?.id
  if (!id) return false
  const named = CSS.escape(id)
  const fields = `[aria-errormessage~="${named}"],[aria-invalid=true][aria-describedby~="${named}"]`
  return (element.getRootNode() as ParentNode).querySelector(fields) !== null
}
