/**
 * Keyboard shortcuts of the page that is shown: every control with `data-shortcut` is pressed by its keys, `r` or, one after the other,
 * `g h`. So a shortcut works wherever its control works, and the list of shortcuts is true without being written down a second time.
 */

export type PageShortcut = {
  /** `r`, `g h` */
  keys: string
  /** The name of its control. */
  name: string
  control: HTMLElement
}

/** The shortcuts of the controls that can be seen and used, in the order of the page. */
export function shortcutsOnPage(root: ParentNode = document): PageShortcut[] {
  const found = new Map<string, PageShortcut>()
  for (const control of root.querySelectorAll<HTMLElement>('[data-shortcut]')) {
    const { shortcut: keys = '', shortcutName } = control.dataset
    if (found.has(keys) || !control.checkVisibility() || isDisabled(control)) continue
    const name = shortcutName ?? control.getAttribute('aria-label') ?? control.innerText.trim()
    found.set(keys, { keys, name, control })
  }
  return [...found.values()]
}

function isDisabled(control: HTMLElement): boolean {
  return control.matches(':disabled, [aria-disabled=true], [inert] *')
}

/** Presses a button or link, opens a menu, moves into a field. */
export function press(control: HTMLElement): void {
  if (control.matches('input, textarea, select')) control.focus()
  else if (control.matches('[aria-haspopup=menu]')) {
    // Radix opens menus with keys and pointers, not with clicks. After a key, its first item has the focus.
    control.focus()
    control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  } else control.click()
}
