// Says at once that the page's scripts do not come, and offers to load it again. It stands alone, so that
// it works where they do not, and before them; without it the document says the same after a while.

document.querySelector('.late button').hidden = false;
document.querySelector('.late button').addEventListener('click', () => location.reload());
document.querySelector('#page').addEventListener('error', () => document.body.classList.add('failed'));
