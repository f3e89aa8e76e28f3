import { undoLatest } from '../../data/undo/offer-undo.ts'
import { areOverlaysPending, loadOverlays } from '../../ui/dialogs/overlays.ts'
import { typeAhead } from './open-overlay.ts'
import { press, shortcutsOnPage } from './page-shortcuts.ts'
import { areSingleKeysOn } from './single-keys.ts'

/** How long the second key of a sequence may take. */
const sequenceMilliseconds = 1_500

type Pressed = { key: string; at: number }

/**
 * Which of the known keys a press completes: `g` and then `h` is `g h`.
 *
 * @param before  The previous press, if it may begin a sequence.
 * @returns `matched`, or `pending` if the press may begin one.
 */
export function readKeys(
  known: readonly string[],
  before: Pressed | undefined,
  now: Pressed,
): { matched?: string; pending?: Pressed } {
  const isRecent = before !== undefined && now.at - before.at <= sequenceMilliseconds
  const sequence = isRecent ? `${before.key} ${now.key}` : undefined
  if (sequence !== undefined && known.includes(sequence)) return { matched: sequence }
  if (known.includes(now.key)) return { matched: now.key }
  return known.some((keys) => keys.startsWith(`${now.key} `)) ? { pending: now } : {}
}

/** Keys that wait for what they open. Later ones wait behind them, so they keep their order. */
export type WaitingKeys<Key> = {
  areSome(): boolean
  add(key: Key): void
}

/**
 * @param isReady  Settles when the keys can be pressed.
 * @param press  Presses the next key. The page shows what that did before the one after it.
 */
export function createWaitingKeys<Key extends object>(
  isReady: () => Promise<unknown>,
  press: (key: Key) => void,
): WaitingKeys<Key> {
  const keys: Key[] = []

  function pressNext(): void {
    const [key] = keys
    if (key) press(key)
    keys.shift()
    if (keys.length > 0) setTimeout(pressNext)
  }

  return {
    areSome: () => keys.length > 0,
    add(key) {
      keys.push(key)
      if (keys.length > 1) return
      isReady()
        .catch(() => undefined)
        // The page shows first what has come.
        .then(() => setTimeout(pressNext))
    },
  }
}

/** Elements in which people type, or in which keys have another meaning. */
const ownKeys =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=menu], [role=listbox], [role=combobox]'
const overlay = '[role=dialog], [role=alertdialog], [role=menu]'

/** The control of a row, which `j` and `k` go through. */
const rowControl = '[data-row]'

type Actions = { openPalette: () => void; openShortcuts: () => void }

/**
 * Follows the keyboard: Ctrl or ⌘ and K anywhere; with Z, and single keys, while nobody types, and no dialog or menu is open.
 * @returns What ends it.
 */
export function followKeys({ openPalette, openShortcuts }: Actions): () => void {
  let before: Pressed | undefined
  let isPressedAgain = false
  /** Those that were pressed before menus and dialogs could open. */
  const waiting = createWaitingKeys<KeyboardEvent>(loadOverlays, ({ key, shiftKey }) => {
    const target = document.activeElement ?? document.body
    isPressedAgain = true
    target.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }))
    isPressedAgain = false
  })
  const own: Readonly<Record<string, () => unknown>> = {
    '?': openShortcuts,
    j: () => moveToRow(1),
    k: () => moveToRow(-1),
    x: () => pressInRow('[data-select]'),
    s: () => pressInRow('[data-report]'),
    e: () => pressInRow('[data-done]'),
    a: () => pressInRow('[data-acknowledge]') || pressInRow('[data-done]'),
    r: () => pressInRow('[data-reply]'),
  }

  function follow(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target, timeStamp: at } = event
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    const isCommand = ctrlKey || metaKey
    const commanded = isCommand && !altKey && !shiftKey ? key.toLowerCase() : undefined
    const hasOverlay = document.querySelector(overlay) !== null
    if (commanded === 'k') {
      if (hasOverlay) return
      event.preventDefault()
      openPalette()
      return
    }
    if (!isCommand && typeAhead(key)) {
      event.preventDefault()
      return
    }
    const isElsewhere = !(target instanceof Element) || target.closest(ownKeys) === null
    const isFree = isElsewhere && !hasOverlay
    if (commanded === 'z' && isFree && undoLatest()) {
      event.preventDefault()
      return
    }
    if (isCommand || altKey || !isFree || !areSingleKeysOn()) {
      before = undefined
      return
    }
    // The overlay is about to open. Other keys, such as Enter on a link, are for the browser.
    if (/^[a-z]$/.test(key) && !isPressedAgain && (areOverlaysPending() || waiting.areSome())) {
      event.preventDefault()
      waiting.add(event)
      return
    }
    const shortcuts = shortcutsOnPage()
    const known = [...Object.keys(own), ...shortcuts.map(({ keys }) => keys)]
    const { matched, pending } = readKeys(known, before, { key, at })
    before = pending
    if (matched === undefined) return
    event.preventDefault() // The key is not typed into a field that gets the focus.
    const shortcut = shortcuts.find(({ keys }) => keys === matched)
    if (shortcut) press(shortcut.control)
    else own[matched]?.()
  }

  document.addEventListener('keydown', follow)
  return () => document.removeEventListener('keydown', follow)
}

/** Moves the focus to the next or previous row; without a focused row, to the first one. */
function moveToRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(rowControl)].filter((row) => row.checkVisibility())
  const at = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement))
  const next = at === -1 ? rows[0] : rows[at + step]
  next?.focus()
}

/** Presses a control of the row that has the focus. Returns false if it has none. */
function pressInRow(control: string): boolean {
  const found = document.activeElement?.closest('li')?.querySelector<HTMLElement>(control)
  found?.click()
  return found != null
}
