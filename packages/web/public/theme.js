// Runs before the first paint, so that nobody sees the other theme for a moment. Blocking and tiny on purpose.
// Without a stored choice the style sheet follows the system by itself.
try {
  const theme = localStorage.getItem('cairn.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden; the system's choice stands.
}
