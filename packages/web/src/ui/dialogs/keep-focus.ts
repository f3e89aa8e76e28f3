/**
 * Moves the focus when the focused element disappears, such as a deleted row or a button that is no longer needed. Browsers
 * would move it to the top of the page, and keyboards and screen readers would lose their place.
 *
 * From a list row, it moves to the same control of the next or previous row. From other places, it moves to the nearest
 * control before or after. Dialogs and pages that move the focus themselves take precedence.
 */

const controls = 'a[href], button, input, select, textarea, summary, [tabindex]'

const dialogs = '[role=dialog], [role=alertdialog]'

/** Do not look for a control beyond these. The heading of the page is the better place. */
const boundaries = `main, section, form, ${dialogs}`

/** The former position of a removed element. */
type Place = { parent: Element; previous: Node | null; next: Node | null }
const places = new WeakMap<Node, Place>()

/** The last focused element, even if it has been removed. */
let last: Element | null = null

function controlsIn(element: Element): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(controls)].filter(
    (control) => control.tabIndex >= 0 && !control.matches(':disabled') && control.checkVisibility(),
  )
}

function follows(one: Node, other: Node): boolean {
  return Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
}

function nearestControl({ parent, previous, next }: Place): HTMLElement | undefined {
  const around = controlsIn(parent)
  if (around.length > 0) {
    const isBefore = (control: HTMLElement) =>
      previous?.isConnected
        ? previous.contains(control) || follows(control, previous)
        : next?.isConnected && follows(control, next)
    return around.findLast(isBefore) ?? around[0]
  }
  const { parentElement, previousSibling, nextSibling } = parent
  if (!parentElement || parent.matches(boundaries)) return undefined
  return nearestControl({ parent: parentElement, previous: previousSibling, next: nextSibling })
}

/** The control in an adjacent row at the position of `gone` in its own row. */
function controlOfNeighbor(gone: Element, row: HTMLLIElement, { next, previous }: Place) {
  const position = [...row.querySelectorAll(controls)].indexOf(gone)
  for (const neighbor of [next, previous]) {
    if (!(neighbor instanceof HTMLElement) || !neighbor.isConnected) continue
    const candidates = controlsIn(neighbor)
    if (candidates.length > 0) return candidates[Math.min(position, candidates.length - 1)]
  }
  return undefined
}

function successorOf(gone: Element): HTMLElement | undefined {
  const removed = gone.getRootNode()
  const place = places.get(removed)
  if (!place) return undefined
  const { parent } = place
  if (!parent.isConnected) return successorOf(parent)
  const neighbor = removed instanceof HTMLLIElement ? controlOfNeighbor(gone, removed, place) : undefined
  // A dialog that loses the focus would close.
  return neighbor ?? nearestControl(place) ?? parent.closest<HTMLElement>(dialogs) ?? undefined
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** If nothing has the focus, focuses the element, its successor if it was removed, or the heading. */
export function restoreFocus(element: Element | null): void {
  if (!isFocusLost()) return
  // It was in a dialog that has closed, too. That dialog returns the focus itself.
  if (element && places.get(element.getRootNode())?.parent === document.body) return
  const isConnected = element?.isConnected && element !== document.body
  const target = isConnected ? element : element && successorOf(element)
  const heading = document.querySelector<HTMLElement>('h1')
  const chosen = target instanceof HTMLElement ? target : heading
  chosen?.focus({ preventScroll: true })
}

/**
 * For what a popover does when it has closed. It would focus its trigger in a later task, and take the focus from what a key that was
 * pressed in between has opened.
 */
export function leaveTakenFocus(event: Event): void {
  if (!isFocusLost()) event.preventDefault()
}

/** Starts watching the page. */
export function keepFocus(): void {
  addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) last = target
  })
  new MutationObserver((records) => {
    let hasGone = false
    for (const { target: parent, previousSibling: previous, nextSibling: next, removedNodes } of records) {
      for (const node of removedNodes) {
        if (parent instanceof Element) places.set(node, { parent, previous, next })
        // Dialogs and menus are children of the body and return the focus themselves.
        hasGone ||= parent !== document.body && node.contains(last)
      }
    }
    if (hasGone && isFocusLost()) setTimeout(() => restoreFocus(last))
  }).observe(document.body, { childList: true, subtree: true })
}
