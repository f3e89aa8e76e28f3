/**
 * Where the focus goes when what has it disappears: a row that is deleted, a button that has done its work. Browsers
 * drop it to the top of the page, and a keyboard or a screen reader loses its place.
 *
 * From a row of a list it goes to the same control of the next row, or else of the one before. From elsewhere to the
 * nearest control before it, or else after it. Dialogs and pages that move the focus themselves come first.
 */

const controls = 'a[href], button, input, select, textarea, summary, [tabindex]'

const dialogs = '[role=dialog], [role=alertdialog]'

/** What is beyond these is not near: the heading of the page is the better place. */
const boundaries = `main, section, form, ${dialogs}`

/** Where a removed element was. */
type Place = { parent: Element; previous: Node | null; next: Node | null }
const places = new WeakMap<Node, Place>()

/** The last that had the focus, also when it has gone. */
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

/** The control that stands in a neighboring row where `gone` stood in its own. */
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
  // A dialog that has lost the focus would close.
  return neighbor ?? nearestControl(place) ?? parent.closest<HTMLElement>(dialogs) ?? undefined
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** Where nothing has the focus: gives it to an element, to its successor if it has gone, or else to the heading. */
export function restoreFocus(element: Element | null): void {
  if (!isFocusLost()) return
  // It was in a dialog that has closed as well, and gives the focus back itself.
  if (element && places.get(element.getRootNode())?.parent === document.body) return
  const isThere = element?.isConnected && element !== document.body
  const target = isThere ? element : element && successorOf(element)
  const heading = document.querySelector<HTMLElement>('h1')
  const chosen = target instanceof HTMLElement ? target : heading
  chosen?.focus({ preventScroll: true })
}

/** Watches the page for as long as it is open. */
export function keepFocus(): void {
  addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) last = target
  })
  new MutationObserver((records) => {
    let hasGone = false
    for (const { target: parent, previousSibling: previous, nextSibling: next, removedNodes } of records) {
      for (const node of removedNodes) {
        if (parent instanceof Element) places.set(node, { parent, previous, next })
        // Dialogs and menus, which are children of the body, give the focus back themselves.
        hasGone ||= parent !== document.body && node.contains(last)
      }
    }
    if (hasGone && isFocusLost()) setTimeout(() => restoreFocus(last))
  }).observe(document.body, { childList: true, subtree: true })
}
