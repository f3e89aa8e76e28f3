/** Ctrl or ⌘ and Enter submits the form that has the focus, also from a text of several lines. */
export function submitByKey(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || event.defaultPrevented)
      return
    const form = event.target instanceof Element ? event.target.closest('form') : null
    if (!form) return
    event.preventDefault()
    form.requestSubmit()
  })
}
