// Unpacks the page's program, which is deflated, and runs it: the page's policy knows its hash.

async function load(): Promise<void> {
  const packed = Uint8Array.from(atob(document.getElementById('program')!.textContent!), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  const script = document.createElement('script');
  script.textContent = await new Response(stream).text();
  document.body.append(script);
}

load().catch((error: unknown) => {
  const old = typeof DecompressionStream === 'undefined' ? ' This browser cannot decompress it: Chrome 80, Firefox 113, Safari 16.4 or newer can.' : '';
  const text = document.createElement('p');
  text.className = 'failed';
  text.setAttribute('role', 'alert');
  text.textContent = `This report cannot be shown: ${String(error)}.${old}`;
  document.body.replaceChildren(text);
  console.error(error);
});
