import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Returns a function to call before more rows are loaded. The button that loads them may be gone afterwards, so the focus
 * moves to the first new row.
 *
 * @param rows  A selector for the rows, which take the focus with `tabIndex={-1}`.
 */
export function useFocusFirstNew(
  list: RefObject<HTMLElement | null>,
  rows: string,
  count: number,
): () => void {
  const firstNew = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (firstNew.current === undefined || count <= firstNew.current) return
    list.current?.querySelectorAll<HTMLElement>(rows)[firstNew.current]?.focus({ preventScroll: true })
    firstNew.current = undefined
  }, [list, rows, count])
  return () => {
    firstNew.current = count
  }
}
