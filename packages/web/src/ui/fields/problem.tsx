/** Shows what is wrong with a field. Screen readers announce it when it appears or changes. */
export function Problem({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null
  return (
    <p id={id} role="alert" className="text-sm text-bad">
      {children}
    </p>
  )
}
